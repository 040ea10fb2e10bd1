/** The classes of the viewer, by their names in its styles. A name may stand in several of them. */
import card from "./style/Card.module.css"
import list from "./style/List.module.css"
import scenario from "./style/Scenario.module.css"
import screens from "./style/Screens.module.css"
import tones from "./style/Tones.module.css"

const ALL = [tones, list, scenario, card, screens]

/** `c("step failed")`. */
export const c = (names: string): string =>
  names
    .split(" ")
    .flatMap((name) => ALL.flatMap((classes) => classes[name] ?? []))
    // In the page of a report each name is itself, wherever it stands.
    .filter((name, at, all) => all.indexOf(name) === at)
    .join(" ")
