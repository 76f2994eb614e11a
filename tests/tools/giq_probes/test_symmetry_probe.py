"""Tests of the GIQ probe: embedding files, simple encoders, and an encoder that knows the answer."""

import cv2
import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE
from core.errors import ReleaseError
from core.polyhedra.catalogue import list_solid_ids, load_catalogue
from tools.giq_probes.embeddings import ENCODERS, compute_embeddings, compute_gradient_histogram, read_embeddings
from tools.giq_probes.pair_probe import probe_pairs
from tools.giq_probes.symmetry_probe import probe_symmetries

SOLIDS = [shape_id for shape_id in list_solid_ids() if load_catalogue()[shape_id].group != "johnson"]
NAMES = [f"{top}/{one}/{n:04d}.jpg" for top in ("renderings", "wild_images") for one in SOLIDS for n in range(2)]


def make_vectors_with_symmetries():
    """Make vectors whose first three numbers are the symmetries and whose others are noise."""
    labels = [load_catalogue()[name.split("/")[1]].symmetry for name in NAMES]
    known = np.array([(one.central, one.fourfold, one.fivefold) for one in labels], dtype=float)
    return np.column_stack([known, np.random.default_rng(0).normal(size=(len(NAMES), 5))])


@pytest.fixture
def embedding_files(tmp_path):
    """Save the same embeddings as an .npz, a CSV and two forms of Parquet."""
    vectors = make_vectors_with_symmetries()
    np.savez(tmp_path / "a.npz", images=np.array(NAMES), vectors=vectors)
    wide = pd.DataFrame(vectors, columns=[f"v{n}" for n in range(8)]).assign(image=NAMES)
    wide.to_csv(tmp_path / "a.csv", index=False)
    wide.to_parquet(tmp_path / "a.parquet")
    pd.DataFrame({"image": NAMES, "vector": list(vectors)}).to_parquet(tmp_path / "b.parquet")
    return tmp_path


def test_all_file_formats_are_equal(embedding_files):
    """Arrays, CSV, and Parquet with columns or lists give equal solids, domains and vectors."""
    first, *others = (read_embeddings(embedding_files / name) for name in ("a.npz", "a.csv", "a.parquet", "b.parquet"))
    assert len(first.vectors) == 4 * len(SOLIDS)
    assert first.is_photograph.sum() == 2 * len(SOLIDS)
    for other in others:
        assert (other.shape_ids == first.shape_ids).all()
        assert (other.is_photograph == first.is_photograph).all()
        assert other.vectors == pytest.approx(first.vectors)


def test_an_encoder_of_symmetries_is_right_and_noise_is_not(embedding_files):
    """With the symmetries in the vectors everything is right in both image kinds; noise stays below 60 %."""
    embeddings = read_embeddings(embedding_files / "a.npz")
    found = probe_symmetries(embeddings, seeds=2)
    assert [(one.label, one.domain) for one in found] == [
        (label, domain) for domain in ("rendering", "photograph") for label in ("central", "fourfold", "fivefold")
    ]
    assert [one.found.value for one in found] == pytest.approx([1.0] * 6)
    assert found[0].found.n_yes + found[0].found.n_no == len(SOLIDS)
    embeddings.vectors[:] = np.random.default_rng(1).normal(size=embeddings.vectors.shape)
    for one in probe_symmetries(embeddings, seeds=2):
        assert one.found.low < 0.6
        assert one.least <= one.found.value <= one.most
        assert one.constant > 0.6


def make_vectors_of_solids(spread):
    """Make vectors that identify solids, with this much noise per image; three images of each kind."""
    random = np.random.default_rng(3)
    of_solids = {one: random.normal(size=6) for one in list_solid_ids()}
    names = [
        f"{top}/{one}/{n:04d}.jpg"
        for top in ("renderings", "wild_images")
        for one in list_solid_ids()
        for n in range(3)
    ]
    vectors = np.array([of_solids[name.split("/")[1]] for name in names])
    return names, vectors + spread * random.normal(size=vectors.shape)


@pytest.mark.slow
def test_pairs_need_an_encoder_that_identifies_solids(tmp_path):
    """Easy and hard pairs are right in both image kinds; noise alone is at chance."""
    found = {}
    for spread in (0.02, 100.0):
        names, vectors = make_vectors_of_solids(spread)
        np.savez(tmp_path / "p.npz", images=np.array(names), vectors=vectors)
        found[spread] = probe_pairs(read_embeddings(tmp_path / "p.npz"), seeds=1)
    clear, noise = found[0.02], found[100.0]
    assert [(one.kind, one.domain.rsplit(" ", 1)[1], one.n_units) for one in clear] == [
        ("easy", "photograph", len(list_solid_ids())), ("easy", "rendering", len(list_solid_ids())),
        ("hard", "photograph", len(NEGATIVE) + len(POSITIVE)), ("hard", "rendering", len(NEGATIVE) + len(POSITIVE)),
    ]  # fmt: skip
    assert min(one.value for one in clear) > 0.95
    assert [round(one.constant, 3) for one in clear] == [0.5, 0.5, round(23 / 41, 3), round(23 / 41, 3)]
    assert all(one.low < 0.55 and one.value < 0.65 for one in noise)


def test_mirror_images_are_excluded_from_pairs(tmp_path):
    """Images of a solid's mirror image are not images of the solid."""
    names = np.array(["renderings/wid_17/0000.png", "renderings/wid_17_mirrored/0000.png"])
    np.savez(tmp_path / "m.npz", images=names, vectors=np.ones((2, 2)))
    embeddings = read_embeddings(tmp_path / "m.npz")
    assert (embeddings.shape_ids.tolist(), embeddings.n_unknown) == (["wid_17"], 1)
    with pytest.raises(ReleaseError, match="0 solids with two renderings"):
        probe_pairs(embeddings, seeds=1)


def test_invalid_probe_input_raises_clear_errors(tmp_path):
    """Too few solids, no rendering, unknown names and invalid numbers each give their reason."""
    names = np.array(["renderings/wid_3/0.png", "renderings/wid_5/0.png"])
    np.savez(tmp_path / "few.npz", images=names, vectors=np.ones((2, 2)))
    with pytest.raises(ReleaseError, match="2 solids beside Johnson's, 2 renderings of them: the probe needs 10"):
        probe_symmetries(read_embeddings(tmp_path / "few.npz"))
    np.savez(tmp_path / "nan.npz", images=names, vectors=np.array([[1.0, 2], [np.nan, 1]]))
    with pytest.raises(ReleaseError, match=r"nan.npz, row 2 \(renderings/wid_5/0.png\): a number is missing"):
        read_embeddings(tmp_path / "nan.npz")
    np.savez(tmp_path / "names.npz", images=np.array(["a", "b"]), vectors=np.ones((2, 2)))
    with pytest.raises(ReleaseError, match="no image's path names a solid"):
        read_embeddings(tmp_path / "names.npz")
    (tmp_path / "text.csv").write_text("image,a\nrenderings/wid_3/0.png,big\n")
    with pytest.raises(ReleaseError, match="text.csv holds no embeddings"):
        read_embeddings(tmp_path / "text.csv")
    (tmp_path / "broken.npz").write_bytes(b"PK broken")
    with pytest.raises(ReleaseError, match="broken.npz holds no embeddings"):
        read_embeddings(tmp_path / "broken.npz")


def test_simple_encoders_describe_images(tmp_path):
    """All edges of vertical stripes have one direction; every encoder has a vector for each image of a solid."""
    stripes = np.tile(np.repeat([0, 255], 16), 8).astype(np.uint8)[None].repeat(256, axis=0)
    sums = compute_gradient_histogram(stripes).reshape(-1, 9).sum(axis=0)
    assert sums[0] == pytest.approx(1.0)
    folder = tmp_path / "renderings" / "wid_3"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "0000.png"), stripes)
    cv2.imwrite(str(tmp_path / "renderings" / "cover.png"), stripes)
    for encoder in ENCODERS:
        assert compute_embeddings(tmp_path, encoder).shape_ids.tolist() == ["wid_3"]


@pytest.mark.slow
def test_the_command_prints_each_symmetry(embedding_files):
    """`probe FILE` prints balanced accuracies with intervals and the constant's; an unknown encoder is named."""
    result = CliRunner().invoke(app, ["probe", str(embedding_files / "a.npz"), "--seeds", "1"])
    assert result.exit_code == 0, result.output
    assert "Central symmetry, renderings: 100.0 (100.0 to 100.0; by folds 100.0 to" in result.output
    assert result.output.count("a constant answer has 50.0") == 6
    pairs = CliRunner().invoke(app, ["probe", str(embedding_files / "a.npz"), "--seeds", "1", "--pairs"])
    assert pairs.exit_code == 0, pairs.output
    assert "Hard pairs, rendering and photograph: " in pairs.output
    assert "; a constant answer has 59.5" in pairs.output
    wrong = CliRunner().invoke(app, ["probe", "--encoder", "clip"])
    assert "The encoder 'clip' does not exist" in str(wrong.exception)
