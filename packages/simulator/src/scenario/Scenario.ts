/** A documented import path of what is now in `@backlot/scenario`. */
export { type Scenario, scenario } from "@backlot/scenario/Scenario"
