/** The expected state of a server. */
import { ModelCommands } from "./ModelCommands.ts"
import { ModelLobbies } from "./ModelLobbies.ts"
import { ModelOverwrites } from "./ModelOverwrites.ts"
import type { Rule } from "./ModelRules.ts"
import { ModelWindows } from "./ModelWindows.ts"
import type { ModelApplication, ModelGuild, ModelUser, ModelWorld } from "./ModelWorld.ts"
import type { RandomWorld } from "./RandomWorld.ts"

export class Model {
  world: ModelWorld
  commands = new ModelCommands()
  overwrites = new ModelOverwrites()
  lobbies = new ModelLobbies()
  readonly windows = new ModelWindows()
  now_ms: number
  /** How often each rule decided. */
  readonly rules = new Map<Rule, number>()
  /** The rules behind the current prediction. */
  deciding_rules: Array<Rule> = []
  /** Captures made so far, such as `${c12}`. */
  readonly made = new Set<string>()
  readonly given: RandomWorld

  constructor(given: RandomWorld) {
    this.given = given
    this.world = given.model()
    this.now_ms = given.now_ms
    for (const { scope, command } of given.commands()) this.commands.place(scope, command)
  }

  get enforces(): boolean {
    return this.given.limits === "enforce"
  }

  /** Resets the world, counters and clock (product.md "World file"). */
  reset(): void {
    const { world, commands, overwrites, lobbies, now_ms } = new Model(this.given)
    Object.assign(this, { world, commands, overwrites, lobbies, now_ms })
    this.windows.clear()
  }

  /** Notes that the prediction uses this rule. */
  by(rule: Rule): void {
    this.deciding_rules.push(rule)
    this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1)
  }

  /** The answer by this rule. */
  decides<Answer>(rule: Rule, answer: Answer): Answer {
    this.by(rule)
    return answer
  }

  /** False for the capture of a step that was left out. */
  knows(id: string): boolean {
    return !id.startsWith("${") || this.made.has(id)
  }

  /** Registers what this step makes, and returns its capture. */
  make(name: string): string {
    const variable = `\${${name}}`
    this.made.add(variable)
    return variable
  }

  application(id: string): ModelApplication {
    return found(this.world.applications, id)
  }

  user(id: string): ModelUser {
    return found(this.world.users, id)
  }

  guild(id: string): ModelGuild {
    return found(this.world.guilds, id)
  }
}

/** Operations name only things of their world; anything else is a bug of the generator. */
const found = <A extends { readonly id: string }>(list: ReadonlyArray<A>, id: string): A => {
  const one = list.find((element) => element.id === id)
  if (one === undefined) throw new Error(`the random world has no ${id}`)
  return one
}
