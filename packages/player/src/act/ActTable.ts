/** Plays the act of a step. Each `Act*.ts` file of this room exports its acts by their names in a step. */
import type { Act as ActName, Step } from "@backlot/scenario/Step"
import type { Act, Turn } from "../turn/Turn.ts"
import * as app from "./ActApp.ts"
import * as component from "./ActComponent.ts"
import * as guild from "./ActGuild.ts"
import * as install from "./ActInstall.ts"
import * as lobby from "./ActLobby.ts"
import * as message from "./ActMessage.ts"
import * as premium from "./ActPremium.ts"
import * as self from "./ActSelf.ts"
import * as server from "./ActServer.ts"
import * as thread from "./ActThread.ts"
import * as use from "./ActUse.ts"
import * as wait from "./ActWait.ts"
import * as world from "./ActWorld.ts"

const ACTS: { readonly [A in ActName]: Act<NonNullable<Step[A]>> } = {
  ...use,
  ...component,
  ...message,
  ...self,
  ...install,
  ...guild,
  ...thread,
  ...premium,
  ...lobby,
  ...world,
  ...app,
  ...wait,
  ...server
}

export const play = <A extends ActName>(turn: Turn, name: A) => {
  // `actOf` gave the name, so the step has the act.
  const value = turn.step[name] as NonNullable<Step[A]>
  return ACTS[name](turn, value)
}
