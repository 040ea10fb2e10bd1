/** What a user does in any place. Source: product.md "Library use"; steps of scenario/step/Step.ts. */
import type { Step } from "@backlot/scenario/Step"
import type { Act, ActOptions } from "./Act.ts"
import { type Answer, acting } from "./Answer.ts"
import { type CallSite, callSiteOf } from "./BacklotError.ts"
import type { Session } from "./Session.ts"

export interface Installation {
  readonly application: string
  /** Default: on the user. */
  readonly guild?: string
  readonly scopes?: ReadonlyArray<string>
  /** Permissions of the bot in the guild: names, or the bit set in decimal. */
  readonly permissions?: string | ReadonlyArray<string>
}

export interface Authorization {
  readonly application?: string
  readonly scopes: ReadonlyArray<string>
  readonly guild?: string
  /** false declines. */
  readonly authorize?: boolean
}

export interface LobbyJoin {
  readonly secret: string
  readonly application?: string
  readonly lobby_metadata?: Readonly<Record<string, string>>
  readonly member_metadata?: Readonly<Record<string, string>>
  readonly idle_timeout_seconds?: number
}

/** Each method is an act of the user; names of guilds, applications and lobbies stand for their ids. */
export class Actor {
  readonly #session: Session
  readonly #place: Step

  /** By username, display name or id. */
  constructor(session: Session, name: string, channel?: string) {
    this.#session = session
    this.#place = { as: name, ...(channel === undefined ? {} : { in: channel }) }
  }

  /** Chooses another language. */
  setLocale(locale: string, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.setLocale), { set_locale: locale }, options)
  }

  /** Installs an application by its name, or with options. */
  install(application: string | Installation, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.install), { install: application }, options)
  }

  uninstall(application: string | Installation, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.uninstall), { uninstall: application }, options)
  }

  /** Grants scopes to an application; the answer has the `access_token`. */
  authorize(authorization: Authorization, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.authorize), { authorize: authorization }, options)
  }

  /** Joins the lobby of a secret, which is made if there is none; the answer has the `lobby`. */
  join(lobby: string | LobbyJoin, options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.join), { join: lobby }, options)
  }

  /** Leaves a lobby: its id, or the last one joined. */
  leave(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.leave), { leave: lobby }, options)
  }

  connect(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.connect), { connect: lobby }, options)
  }

  disconnect(lobby = "last", options?: ActOptions): Act<Answer> {
    return this.act(callSiteOf(this.disconnect), { disconnect: lobby }, options)
  }

  /** Plays a step as this user. */
  protected act(site: CallSite, step: Step, options?: ActOptions): Act<Answer> {
    return acting(this.#session, site, { ...this.#place, ...step }, options)
  }
}
