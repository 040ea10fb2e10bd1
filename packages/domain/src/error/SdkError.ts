/** Failures of the API for games: `ServiceError` has them too. Source: the platform's list of JSON error codes. */
import { failure } from "./Failure.ts"

export class UnknownLobby extends failure("UnknownLobby", 404, 10031, "Unknown Lobby")<{}> {}
/** No application here may have provisional accounts. */
export class ProvisionalAccounts extends failure(
  "ProvisionalAccounts",
  400,
  530000,
  "Provisional accounts permission not granted"
)<{ readonly because: string }> {}
