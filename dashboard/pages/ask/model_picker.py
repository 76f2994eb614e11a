"""Choice of the models to ask: solvers, and models of providers with a key; the others are disabled with the reason."""

from dataclasses import dataclass, field

import streamlit as st

from core.analyses.reference_models import describe_reference_models
from core.errors import ModelNameError
from core.formatting import escape_markdown
from core.inference.clients.providers import PROVIDERS, Endpoint, Provider, ProviderState
from core.inference.prices import list_priced_models
from core.inference.visitor_quota import list_visitor_providers, resolve_visitor_endpoint
from core.solvers import SOLVERS
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.ask import texts
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.session_state import read_texts
from dashboard.runtime.state_keys import ask as keys

SOLVER = PROVIDERS["solver"]
DEFAULT_SOLVER = "homography_solver"


@dataclass(frozen=True, slots=True)
class ModelSelection:
    """The chosen models that can be asked, the reasons why others cannot, and whether a key or server comes first."""

    endpoints: list[Endpoint] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    needs_key: bool = False


def show_models() -> ModelSelection:
    """Show the models that can be asked and return the chosen ones."""
    states = [
        state
        for state in list_visitor_providers(get_settings().visitor_limits, read_session_keys())
        if state.provider is not SOLVER
    ]
    if is_asking_off():
        st.caption(texts.ASKING_OFF)
        states = []
    names = _show_providers(states) if states else []
    if triangle_panel.is_triangle_benchmark():
        names += [f"{SOLVER.name}:{name}" for name in _show_solvers()]
    settings = get_settings()
    has_key = any(state.is_usable and state.provider.needs_key for state in states)
    is_first = bool(states) and not (has_key or _are_keys_closed() or triangle_panel.is_triangle_benchmark())
    chosen = ModelSelection(needs_key=is_first)
    for name in names:
        try:
            chosen.endpoints.append(
                resolve_visitor_endpoint(
                    name, _read_base_url(name), read_session_keys(), settings.visitor_limits, settings.request_limits
                )
            )
        except ModelNameError as error:
            chosen.problems.append(str(error))
    return chosen


def is_asking_off() -> bool:
    """Return whether visitors can ask no vision-language model: read-only, without their keys or listed servers."""
    settings = get_settings()
    return settings.read_only and not settings.visitor_keys and not settings.allowed_base_urls


def can_ask() -> bool:
    """Return whether any model can be asked: one with a key or a server, or a solver for this benchmark."""
    return not is_asking_off() or triangle_panel.is_triangle_benchmark()


def _show_providers(states: list[ProviderState]) -> list[str]:
    """Show a tab per provider and return the names of the chosen models, which are listed below the tabs."""
    st.markdown(texts.PROVIDERS)
    first_title = keys.FIRST_PROVIDER.read() or _find_first_provider(states).title
    keys.FIRST_PROVIDER.write(first_title)  # a different default would leave the open tab
    names = []
    for state, tab in zip(
        states, st.tabs([state.provider.title for state in states], default=first_title), strict=True
    ):
        with tab:
            names += _show_provider(state)
    if names:
        st.caption(texts.list_chosen_models([escape_markdown(name.partition(":")[2]) for name in names]))
    return names


def _find_first_provider(states: list[ProviderState]) -> Provider:
    """Return the provider whose tab is open first: with chosen models, else with a key, else any."""

    def rank(state: ProviderState) -> tuple[bool, bool, bool]:
        provider = state.provider
        has_models = provider.name in st.query_params or read_texts(keys.PROVIDER_MODELS.make_key(provider.name))
        has_key = state.is_usable and provider.needs_key
        return not has_models, not has_key, get_settings().read_only and not state.is_usable

    return min(states, key=rank).provider


def _show_solvers() -> list[str]:
    """Show the solvers for photographs of triangles, apart from the models, and what each does."""
    names = {name: solver.model.display_name for name, solver in SOLVERS.items()}
    solver_ids = st.pills(
        texts.SOLVERS,
        list(names),
        format_func=names.__getitem__,
        selection_mode="multi",
        default=[DEFAULT_SOLVER],
        key=keys.SOLVERS,
        bind="query-params",
        wrap=True,
        help=texts.SOLVERS_HELP,
    )
    st.caption(describe_reference_models(names))
    return solver_ids


def read_session_keys() -> dict[str, str]:
    """Return the keys that the visitor entered, by provider."""
    key_by_provider = keys.KEYS_BY_PROVIDER.read()
    if key_by_provider is None:
        key_by_provider = {}
        keys.KEYS_BY_PROVIDER.write(key_by_provider)
    return key_by_provider


def _show_provider(state: ProviderState) -> list[str]:
    """Show one provider's models; disabled with the reason if it cannot be asked."""
    provider = state.provider
    unusable = texts.ENTER_KEY if provider.needs_key and not _are_keys_closed() else texts.CANNOT_BE_ASKED
    models, key = st.columns([3, 2], gap="small", vertical_alignment="bottom")
    with models:
        chosen = st.multiselect(
            f"Model of {provider.title}" if provider.default_url else "Model on your server",
            list_priced_models(provider.name, get_settings().data),
            key=keys.PROVIDER_MODELS.make_key(provider.name),
            accept_new_options=True,
            bind="query-params",
            disabled=not state.is_usable,
            max_selections=4,
            label_visibility="visible" if state.is_usable else "collapsed",  # Streamlit's disabled label is too faint
            placeholder=texts.MODEL_NAME if state.is_usable else unusable,
        )
    with key:
        if provider.default_url is None:
            _show_address(state)
        else:
            _show_key(provider)
    if not state.is_usable and (get_settings().read_only or not provider.needs_key):
        st.caption(f"{provider.title}: {escape_markdown(state.reason)}.")
    return [f"{provider.name}:{name}" for name in chosen] if state.is_usable else []


def _show_key(provider: Provider) -> None:
    """Show the field for a session key. The entered key is never sent back to the browser; a button forgets it."""
    if read_session_keys().get(provider.name):
        with st.container(vertical_alignment="bottom", height="stretch"):
            st.button(
                "Forget the key",
                key=keys.FORGET_KEY.make_key(provider.name),
                on_click=_forget_key,
                args=(provider.name,),
            )
        return
    st.text_input(
        f"Key for {provider.title}",
        type="password",
        key=keys.PROVIDER_KEY_FIELD.make_key(provider.name),
        disabled=_are_keys_closed(),
        autocomplete="off",
        placeholder="for this session",
        on_change=_take_key,
        args=(provider.name,),
        max_chars=500,
        help=texts.explain_key(escape_markdown(provider.key_variable)),
    )


def _are_keys_closed() -> bool:
    """Return whether visitors may not enter keys."""
    return get_settings().read_only and not get_settings().visitor_keys


def _take_key(name: str) -> None:
    read_session_keys()[name] = (keys.PROVIDER_KEY_FIELD.make_key(name).take() or "").strip()


def _forget_key(name: str) -> None:
    read_session_keys().pop(name, None)


def _show_address(state: ProviderState) -> None:
    """Show the field for a custom server's address: any, or if read-only one of those that the host lists."""
    if get_settings().read_only:
        st.selectbox(
            "Address",
            get_settings().allowed_base_urls,
            key=keys.SERVER_ADDRESS,
            disabled=not state.is_usable,
            placeholder="none",
        )
    else:
        st.text_input(
            "Address",
            key=keys.SERVER_ADDRESS,
            placeholder="http://localhost:8000/v1",
            max_chars=300,
            autocomplete="off",
            help=texts.ADDRESS_HELP,
        )


def _read_base_url(name: str) -> str | None:
    return (keys.SERVER_ADDRESS.read() or None) if name.startswith("local:") else None
