import { Data } from "effect"

/** The program cannot be led here: a reason, for people. It follows "The command" or "The app". */
export class NotIntercepted extends Data.TaggedError("NotIntercepted")<{ readonly message: string }> {}
