/** How each act of a step is played. */
import type { Act as ActName, Step } from "@backlot/scenario/Step"
import { unplayable } from "../turn/Playing.ts"
import type { Act, Turn } from "../turn/Turn.ts"
import { app } from "./ActApp.ts"
import { press, select, submit } from "./ActComponent.ts"
import { authorize, install, permit, uninstall } from "./ActInstall.ts"
import { connect, disconnect, join, leave } from "./ActLobby.ts"
import { erase, react, read, revise, say, unreact } from "./ActMessage.ts"
import { explain, menu, picker, type, use } from "./ActUse.ts"
import { wait } from "./ActWait.ts"
import { advance, clear_faults, clock, fault, server, set_locale, world } from "./ActWorld.ts"

type Acts = { readonly [A in ActName]: Act<NonNullable<Step[A]>> }

const ACTS: Acts = {
  type,
  use,
  menu,
  picker,
  explain,
  press,
  select,
  submit,
  say,
  revise,
  erase,
  react,
  unreact,
  read,
  set_locale,
  install,
  uninstall,
  authorize,
  permit,
  join,
  leave,
  connect,
  disconnect,
  world,
  advance,
  clock,
  fault,
  clear_faults,
  app,
  wait,
  server,
  run: (_, name) => unplayable(["run"], `the fragment ${name} was not spread out: a player has no fragments`)
}

/** Plays the act with its value. */
export const play = <A extends ActName>(turn: Turn, name: A) => {
  // The act of the step is there: its name came from `actOf`.
  const value = turn.step[name] as NonNullable<Step[A]>
  return ACTS[name](turn, value)
}
