/** Generates all validators, once before a run: its workers would each generate them. `pnpm --filter @backlot/test-judges build`. */
import { judgeDispatch } from "./DispatchJudge.ts"
import { judge } from "./Judge.ts"

judge("APIMessage", {})
judgeDispatch("READY", {})
