/** A user of the world. */
import { Actor } from "./Actor.ts"
import type { Session } from "./Session.ts"
import { UserInChannel } from "./UserInChannel.ts"

export class User extends Actor {
  readonly #session: Session
  readonly #name: string

  constructor(session: Session, name: string) {
    super(session, name)
    this.#session = session
    this.#name = name
  }

  /** The user in a channel: `general`, `#general`, `Harbour/general`, a thread, `@bob` (direct messages), or an id. */
  in(channel: string): UserInChannel {
    return new UserInChannel(this.#session, this.#name, channel)
  }
}
