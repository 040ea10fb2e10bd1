/** A documented import path of what is now in `@backlot/domain`. */
export { ranking, rankOf, type Searched } from "@backlot/domain/typing/PickerRank"
