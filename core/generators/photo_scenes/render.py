"""Rendering of a scene to an image, and to a file like a camera's: same scene, same bytes."""

import io

import cv2
import numpy as np
from PIL import Image as Pillow

from core.generators.photo_scenes.backdrop import paint_backdrop
from core.generators.photo_scenes.camera import NEAR_CM, SceneCamera
from core.generators.photo_scenes.camera_pipeline import apply_camera_pipeline
from core.generators.photo_scenes.framebuffer import Canvas, find_window
from core.generators.photo_scenes.lighting import Lamps, cast_shadows, compute_table_light, sample_lamps
from core.generators.photo_scenes.meshes import ObjectMesh, Patch
from core.generators.photo_scenes.objects import build_object_mesh
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.table import END_CM, LAMINATE, LEFT_CM, paint_table
from core.geometry.homography import BOARD_CM, Array, Image

FINER = 3
"""Objects are drawn at three times the image's resolution."""

BEHIND_CM = 40.0
"""Smallest distance beyond the board at which a chair counts as behind the table."""

JPEG_QUALITY = 93
_EXIF_IFD, _FOCAL_LENGTH_IN_35MM, _SOFTWARE, _DESCRIPTION = 0x8769, 0xA405, 0x0131, 0x010E


def render(scene: TriangleScene) -> Image:
    """Render the image, (height, width, 3) RGB, before any compression."""
    camera = scene.camera
    random = np.random.default_rng((scene.seed, 16))
    lamps = sample_lamps(random)
    size = (scene.height_px, scene.width_px)
    red, green, blue = (np.zeros(size, dtype=np.float32) for _ in range(3))
    canvas = Canvas((red, green, blue))
    table_sides = paint_backdrop(canvas, camera, lamps, random)
    for seat in _sample_chairs(camera, random):
        _draw(canvas, camera, lamps, seat, brightness=0.75, behind=table_sides)
    paint_table(canvas, camera, scene, compute_table_light(camera, lamps))
    solid = scene.solid
    if solid is not None:
        cast_shadows(canvas, camera, lamps, solid)
        _draw(canvas, camera, lamps, solid)
    return apply_camera_pipeline(canvas, scene)


def render_jpeg(scene: TriangleScene) -> bytes:
    """Render a JPEG file with EXIF data that state the focal length and that the image is synthetic."""
    exif = Pillow.Exif()
    exif[_SOFTWARE] = "Trilens"
    exif[_DESCRIPTION] = f"Synthetic scene {scene.to_link()}"
    exif.get_ifd(_EXIF_IFD)[_FOCAL_LENGTH_IN_35MM] = round(scene.focal_mm)
    file = io.BytesIO()
    Pillow.fromarray(render(scene)).save(file, "JPEG", quality=JPEG_QUALITY, subsampling="4:2:0", exif=exif)
    return file.getvalue()


def _sample_chairs(camera: SceneCamera, random: np.random.Generator) -> list[ObjectMesh]:
    """Sample chairs behind the table, as the camera sees it."""
    places = (((random.uniform(10, 70), END_CM - 32.0), 0.0), ((LEFT_CM - 34.0, random.uniform(30, 110)), -90.0))
    to_middle = np.linalg.norm(camera.position[:2] - BOARD_CM / 2)
    return [
        build_object_mesh("chair", place, turn_deg + random.uniform(-25, 25))
        for place, turn_deg in places
        if np.linalg.norm(camera.position[:2] - place) > to_middle + BEHIND_CM
    ]


def _draw(
    canvas: Canvas,
    camera: SceneCamera,
    lamps: Lamps,
    solid: ObjectMesh,
    brightness: float = 1.0,
    behind: Image | None = None,
) -> None:
    """Draw the faces that look to the camera, far ones first; skip pixels where `behind` (height, width) is 1."""
    if camera.compute_depth_cm(np.concatenate(solid.corners)).min() < NEAR_CM:
        return
    faces: list[tuple[float, Array, Array]] = []
    for patch in solid.patches:
        faces += _shade_visible_faces(patch, camera, lamps)
    if not faces:
        return
    window = find_window(np.concatenate([outline for _, outline, _ in faces]), canvas.size)
    if window is None:
        return
    rows, columns = window
    shape = ((rows.stop - rows.start) * FINER, (columns.stop - columns.start) * FINER, 4)
    layer = np.zeros(shape, dtype=np.float32)
    corner = np.array([columns.start, rows.start])
    for _, outline, light in sorted(faces, key=lambda face: -face[0]):
        fine = ((outline - corner + 0.5) * FINER - 0.5) * 16
        cv2.fillConvexPoly(layer, np.rint(fine).astype(np.int32), light.tolist(), cv2.LINE_8, 4)
    *lights, share = cv2.split(cv2.resize(layer, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA))
    if behind is not None:
        is_free = 1 - behind[window].astype(np.float32)
        share, lights = share * is_free, [light * is_free for light in lights]
    for plane, added in zip(canvas.planes, lights, strict=True):
        plane[window] = plane[window] * (1 - share) + added * np.float32(brightness)


def _shade_visible_faces(patch: Patch, camera: SceneCamera, lamps: Lamps) -> list[tuple[float, Array, Array]]:
    """Shade the visible faces: distance, outline in pixels and (red, green, blue, 1) of each."""
    middles = patch.faces.mean(axis=1)
    to_camera = camera.position - middles
    normals = patch.outwards
    towards = (to_camera * normals).sum(axis=1)
    seen = np.flatnonzero((towards > 0) | patch.is_thin)
    normals = normals[seen] * np.where(towards[seen] < 0, -1.0, 1.0)[:, None]
    middles = middles[seen]
    falling = lamps.compute_light(middles, normals)
    # The white table also reflects light, most to surfaces close above it.
    bounced = 0.28 * LAMINATE[1] * (1 - normals[:, 2])
    light = patch.colours[seen] * (falling + bounced)[:, None] * LAMINATE[1] / 0.75
    if patch.gloss:
        shine = lamps.compute_reflection(middles, normals, camera.position, 0.10)
        light = light + patch.gloss * (0.35 * shine + 0.015)[:, None]
    distances = np.linalg.norm(to_camera[seen], axis=1) - patch.lift_cm
    outlines = camera.to_px(patch.faces[seen])
    lights = np.column_stack([light, np.ones(len(seen))])
    return list(zip(distances.tolist(), outlines, lights, strict=True))
