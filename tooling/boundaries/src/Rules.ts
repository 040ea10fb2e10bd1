/** All house rules that a machine checks. */
import type { Rule } from "./Rule.ts"
import * as CycleRules from "./rules/CycleRules.ts"
import * as FileRules from "./rules/FileRules.ts"
import * as ImportRules from "./rules/ImportRules.ts"
import * as ManifestRules from "./rules/ManifestRules.ts"
import * as PageRules from "./rules/PageRules.ts"
import * as RoomRules from "./rules/RoomRules.ts"
import * as WorldRules from "./rules/WorldRules.ts"

export const rules: ReadonlyArray<Rule> = [
  ImportRules,
  RoomRules,
  CycleRules,
  WorldRules,
  ManifestRules,
  FileRules,
  PageRules
].flatMap((group) => Object.values<Rule>(group))
