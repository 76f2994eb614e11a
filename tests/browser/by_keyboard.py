"""Walk over a page by keyboard alone: the elements that Tab reaches, their visibility, and whether Tab continues."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.watched import Watched

REACHES = """
    () => {
        const inner = root => [...root.querySelectorAll("*")].flatMap(
            node => [node, ...(node.shadowRoot ? inner(node.shadowRoot) : [])]);
        const isSeen = node => node.checkVisibility({visibilityProperty: true, opacityProperty: false})
            && node.getClientRects().length > 0 && !node.closest("[inert]");
        const wants = "a[href], button, input, select, textarea, summary, [tabindex], [role=slider]";
        const group = node => node.type === "radio" ? `radio ${node.name}` : "";
        const found = inner(document).filter(
            node => node.matches(wants) && node.tabIndex >= 0 && !node.disabled && isSeen(node));
        const seen = new Set();
        const still = new CSSStyleSheet();
        still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important }");
        for (const root of new Set(inner(document).map(node => node.getRootNode())))
            root.adoptedStyleSheets = [...root.adoptedStyleSheets, still];
        window.__says = one => {
            const name = one.getAttribute("aria-label") || one.title || one.innerText || one.placeholder || one.id;
            const kind = `${one.tagName.toLowerCase()} ${one.getAttribute("role") ?? one.type ?? ""}`;
            return `${kind} ${(name || "").trim().slice(0, 40)}`;
        };
        window.__reached = [];
        window.__wanted = found.filter(node => !group(node) || (!seen.has(group(node)) && seen.add(group(node))));
        return window.__wanted.length;
    }
"""
"""Notes what can take the focus; of radio buttons one, since arrows lead to the others."""

STEP = """
    async () => {
        await new Promise(requestAnimationFrame);
        let node = document.activeElement;
        while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
        node = node?.closest("canvas") ?? node;  // of a table that is painted, a cell may have it
        const style = (one, pseudo) => {
            const found = getComputedStyle(one, pseudo);
            if (pseudo && ["none", "normal"].includes(found.content)) return "";  // nothing is drawn there
            const {outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, color,
                   textDecorationLine, opacity, stroke, strokeWidth, fill} = found;
            const hasOutline = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
            const outline = hasOutline ? outlineWidth + outlineColor : "";
            return [outline, boxShadow, borderColor, backgroundColor, color, textDecorationLine, opacity, stroke,
                    strokeWidth, fill].join();
        };
        const around = one => {
            const near = [one, ...one.querySelectorAll("*")].slice(0, 12);
            for (let up = one, steps = 0; up && steps <= 4; up = up.parentElement ?? up.getRootNode().host, steps++)
                near.push(up);
            return near;
        };
        const look = nodes => nodes.map(
            one => [style(one), style(one, "::before"), style(one, "::after")].join()).join("|");
        const says = window.__says;
        const found = [];
        // A control of several parts shows the focus of each of them: it is looked at again when all are left.
        const isLeft = ({node: one}) => !(one.closest("[data-testid=stElementContainer]") ?? one).contains(node);
        for (const before of window.__before.filter(isLeft))
            if (before.node.isConnected && before.look === look(before.nodes))
                found.push(`looks the same with the focus: ${before.says}`);
        window.__before = window.__before.filter(before => !isLeft(before));
        if (!node || node === document.body || node === document.documentElement)
            return {leaves: true, again: false, found};
        const isTable = node.matches("canvas");
        const again = window.__reached.includes(node) && !(isTable && window.__reached.at(-1) === node);
        const nodes = around(node);
        if (!isTable) window.__before.push({node, nodes, look: look(nodes), says: says(node)});
        window.__reached.push(node);
        for (let one = node; one; one = one.parentElement ?? one.getRootNode().host)
            if (getComputedStyle(one).opacity === "0" && node.type !== "radio" && node.type !== "checkbox")
                { found.push(`transparent with the focus: ${says(node)}`); break }
        const {left, top, right, bottom, width, height} = node.getBoundingClientRect();
        const isOff = right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
        if (isOff) found.push(`off the screen with the focus: ${says(node)}`);
        else if (width > 2 && height > 2 && node.type !== "range") {
            const at = [Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
                        Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1)];
            let over = document.elementFromPoint(...at);
            while (over?.shadowRoot?.elementFromPoint(...at) && over.shadowRoot.elementFromPoint(...at) !== over)
                over = over.shadowRoot.elementFromPoint(...at);
            const holds = (one, other) => {
                while (other && other !== one) other = other.parentNode ?? other.host;
                return Boolean(other);
            };
            const near = node.parentElement?.parentElement ?? node;
            const isOwn = over && (holds(node, over) || holds(over, node) || holds(near, over));
            if (!isOwn) found.push(`covered with the focus: ${says(node)} by ${over ? says(over) : "nothing"}`);
        }
        return {leaves: false, again, says: says(node), found};
    }
"""
"""Looks at what has the focus: where it stands, and whether the element before it looked different with the focus."""

MISSED = """
    () => {
        const holder = "[role=radiogroup], [role=tablist], [role=toolbar], [role=menu], [role=grid]";
        const groups = new Set(window.__reached.map(one => one.closest(holder)).filter(Boolean));
        return window.__wanted
            .filter(one => one.isConnected && !window.__reached.includes(one) && !groups.has(one.closest(holder)))
            .map(one => `never reached: ${window.__says(one)}`);
    }
"""
"""What Tab has not come to; within a group that it has come to, arrows lead on."""

FOCUSED = """
    () => {
        let node = document.activeElement;
        while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
        return `${node?.tagName} ${node?.getAttribute("aria-label") ?? node?.innerText}`;
    }
"""


def focused(page: Page) -> str:
    """Return a description of the focused element."""
    return str(page.evaluate(FOCUSED))


@dataclass(slots=True)
class Walk:
    """What a walk found.

    Attributes:
        stops: what had the focus, in order.
        faults: what is wrong, in words.
    """

    stops: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def walk(watched: Watched, key: str = "Tab", most: int = 400) -> Walk:
    """Presses Tab, or Shift+Tab, from where the focus is until it comes to something for the second time.

    The last element is followed by the browser's own, and then by the first one again.
    """
    found, page = Walk(), watched.page
    page.mouse.move(0, 0)  # what is under the mouse looks as if it had the focus
    page.evaluate(REACHES)
    page.evaluate("window.__before = []")
    for _ in range(most):
        page.keyboard.press(key)
        step = page.evaluate(STEP)
        found.faults += step["found"]
        if step["again"]:
            break
        if step["leaves"]:
            continue
        found.stops.append(step["says"])
    else:
        found.faults.append(f"not round after {most} stops")
    found.faults += page.evaluate(MISSED)
    return found


def faults_by_keyboard(watched: Watched) -> list[str]:
    """What is wrong with a page by keyboard, in words; one where hardly anything takes the focus is not whole."""
    seen = walk(watched)
    return [*seen.faults, *([] if len(seen.stops) > 5 else ["hardly a stop"])]
