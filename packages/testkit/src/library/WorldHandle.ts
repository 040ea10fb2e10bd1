/** The world while it runs. Paths are those of the control plane with names for ids: `/guilds/Harbour/members/bob`. */
import type { Act } from "./Act.ts"
import { type Answer, acting } from "./Answer.ts"
import { callSiteOf } from "./BacklotError.ts"
import type { ActOptions } from "./Expecting.ts"
import type { Session } from "./Session.ts"

/** Bodies are elements of a world file; each answer has `status` and `body`. Source: product.md "Control plane". */
export class WorldHandle {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** An element; `/world` is the whole world, in the shape of a world file. */
  get(path: string, options?: ActOptions): Act<Answer> {
    return acting(this.#session, callSiteOf(this.get), { world: { get: path } }, options)
  }

  put(path: string, body: unknown, options?: ActOptions): Act<Answer> {
    return acting(this.#session, callSiteOf(this.put), { world: { put: path, body } }, options)
  }

  patch(path: string, body: unknown, options?: ActOptions): Act<Answer> {
    return acting(this.#session, callSiteOf(this.patch), { world: { patch: path, body } }, options)
  }

  delete(path: string, options?: ActOptions): Act<Answer> {
    return acting(this.#session, callSiteOf(this.delete), { world: { delete: path } }, options)
  }
}
