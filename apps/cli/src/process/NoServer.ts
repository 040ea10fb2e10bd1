/** A server that does not answer, in one line that says what to do. Exit code 3. */
import { causeOf, Unanswered } from "../control/ControlAsk.ts"
import { Unusable } from "./Ended.ts"

export const silent = (url: string, error: unknown) =>
  new Unusable({
    message:
      error instanceof Unanswered
        ? error.message
        : `${url} does not answer (${causeOf(error)}); start it by \`backlot start\`, or name another by --server`
  })
