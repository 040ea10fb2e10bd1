/** Load on several nodes at once, and the CPU that it takes in each process. */
import { cpus } from "node:os"
import { cpuMs, familyCpuMs } from "../Child.ts"
import { load, type Target, type WarmUp } from "../Load.ts"
import { median } from "../Statistics.ts"

export interface Spent {
  readonly operations: number
  readonly seconds: number
  /** CPU in milliseconds. */
  readonly asked: number
  readonly others: number
  readonly postgres: number
  /** The generator, this process. */
  readonly generator: number
  /** All that ran on this machine, whoever started it. */
  readonly machine: number
}

type Part = "asked" | "others" | "postgres" | "generator" | "machine"

export interface Setting {
  /** Nodes that are asked, each on its share of the connections. */
  readonly asked: ReadonlyArray<Target>
  /** Pids of the nodes that only follow. */
  readonly others: ReadonlyArray<number>
  /** The pid of PostgreSQL. */
  readonly postgres: number
  readonly connections: number
}

/** One round. The generator sleeps between answers, because it shares the cores with all others. */
export const spend = async (setting: Setting, seconds: number, warmUp?: WarmUp): Promise<Spent> => {
  const { asked, others, postgres, connections } = setting
  const now = () => ({
    at: performance.now(),
    asked: sumOf(asked.map(({ pid }) => pid)),
    others: sumOf(others),
    postgres: familyCpuMs(postgres),
    generator: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
    machine: cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
  })
  const before = now()
  const options = {
    connections: Math.max(1, connections / asked.length),
    seconds,
    sleeps: true,
    ...(warmUp === undefined ? {} : { warmUp })
  }
  const rounds = await Promise.all(asked.map((target) => load(target, options)))
  const after = now()
  return {
    operations: rounds.reduce((sum, { requests }) => sum + requests, 0),
    seconds: (after.at - before.at) / 1000,
    asked: after.asked - before.asked,
    others: after.others - before.others,
    postgres: after.postgres - before.postgres,
    generator: after.generator - before.generator,
    machine: after.machine - before.machine
  }
}

const sumOf = (pids: ReadonlyArray<number>) => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0)

export const rateOf = (rounds: ReadonlyArray<Spent>): number =>
  median(rounds.map(({ operations, seconds }) => operations / seconds))

/** Microseconds per operation: the median of the rounds. */
export const microsOf = (rounds: ReadonlyArray<Spent>, part: Part): number =>
  median(rounds.map((round) => (round[part] * 1000) / round.operations))

/** Cores in use: the median of the rounds. */
export const coresOf = (rounds: ReadonlyArray<Spent>, part: Part): number =>
  median(rounds.map((round) => round[part] / 1000 / round.seconds))

/** Cores that programs took which no round started; the bot's share is in it. */
export const foreignCoresOf = (rounds: ReadonlyArray<Spent>): number =>
  Math.max(
    0,
    coresOf(rounds, "machine") -
      (["asked", "others", "postgres", "generator"] as const).reduce((sum, part) => sum + coresOf(rounds, part), 0)
  )
