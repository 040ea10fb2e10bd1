/**
 * Rules on time, chance and environment, which come through ports. Source: architecture.md "Import rules", "Time,
 * chance, limits".
 */
import { edges, main, type World } from "../Edges.ts"
import type { Mention, Module } from "../Module.ts"
import type { Repository } from "../Repository.ts"
import { at, type Rule } from "../Rule.ts"

export const noWallClock: Rule = {
  sentence: "nobody but adapters and main reads the wall clock",
  instead: "take the time as an argument, or from the ServiceClock port",
  offences: (repository) =>
    uses(repository, ["pure", "composed"], /^(?:Date\.now|new Date\(\)|Date\(\)|performance\.now)$/)
}

export const noDate: Rule = {
  sentence: "domain, protocol, ports, usecases and client do not use Date at all",
  instead: "keep milliseconds; read and write ISO texts with effect's DateTime (make, toEpochMillis, formatIso)",
  offences: (repository) => uses(repository, ["pure"], /^(?:new Date\(value\)|Date\.(?!now$)\w+)$/)
}

export const noChance: Rule = {
  sentence: "nobody but adapters and main draws random values",
  instead: "take ids from the Ids port and secrets from the Secrets port, or take the value as an argument",
  offences: (repository) =>
    uses(repository, ["pure", "composed"], /^(?:Math\.random|crypto\.(?:randomUUID|getRandomValues))$/)
}

export const noTimers: Rule = {
  sentence: "nobody but adapters and main sets a timer",
  instead: "use Effect.sleep, Effect.timeout or a Schedule; deadlines of the service are rows of the store",
  offences: (repository) => uses(repository, ["pure", "composed"], timers, timerModules)
}

export const noEnvironment: Rule = {
  sentence: "the environment is read in main and in adapters only",
  instead: "read it in apps/*/src/main.ts and pass the value in",
  offences: (repository) => uses(repository, ["pure", "composed"], /^process\.env$/, /^node:process$/)
}

export const noSleepingTests: Rule = {
  sentence: "a test waits for what it needs, never for time to pass",
  instead: "wait for an event or a receipt, drive TestClock, or poll with expect.poll or vi.waitFor",
  offences: ({ packages }) =>
    packages.flatMap(({ modules }) =>
      modules.filter(({ kind }) => kind === "test").flatMap((module) => mentions(module, sleeps, timerModules))
    )
}

const sleeps = /^(?:setTimeout|setInterval)\(\)$/
const timers = /^(?:setTimeout|setInterval|setImmediate)\(\)$/
const timerModules = /^node:timers/
const nothing = /(?!)/

/** Uses of matching globals and imports, in sources that belong to one of `worlds`. */
const uses = ({ packages }: Repository, worlds: ReadonlyArray<World>, globals: RegExp, modules: RegExp = nothing) =>
  packages.flatMap(({ folder, modules: all }) => {
    const world = edges[folder]?.world
    if (world === undefined || !worlds.includes(world)) return []
    const bound = all.filter(({ kind, path }) => kind === "source" && !main.test(path))
    return bound.flatMap((module) => mentions(module, globals, modules))
  })

const mentions = (module: Module, globals: RegExp, modules: RegExp): ReadonlyArray<string> => {
  const found: ReadonlyArray<Mention> = [
    ...module.globals.filter(({ name }) => globals.test(name)),
    ...module.imports.filter(({ name }) => modules.test(name))
  ]
  return found.map((mention) => at(module, mention))
}
