/** A bot in another language: a process that reads acts and writes answers and events, each a line of JSON. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { expect, vi } from "vitest"
import type { LiveServer } from "../LiveServer.ts"
import type { StepBot } from "./StepBot.ts"

type Line =
  | { readonly id: number; readonly ok: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly event: string; readonly data: unknown }

const START_CAP_MS = 60_000

/** Runs `command` with what the server tells an app, and nothing else, in its environment. */
export const startStepProgram = async (
  [program = "", ...args]: ReadonlyArray<string>,
  { ready }: LiveServer,
  shards: number
): Promise<StepBot> => {
  const { url } = JSON.parse(await (await fetch(`${ready.rest_url}/v10/gateway`)).text())
  const child = spawn(program, args, {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      BACKLOT_APP_REST_URL: ready.rest_url,
      BACKLOT_APP_GATEWAY_URL: url,
      BACKLOT_APP_ID: ready.applications[0]?.id ?? "",
      BACKLOT_APP_TOKEN: ready.applications[0]?.bot_token ?? "",
      SHARDS: String(shards)
    }
  })
  const bot = talkingTo(child)
  const begun = () => expect([...bot.heard("ready"), ...bot.heard("ended")]).not.toEqual([])
  await vi.waitFor(begun, { timeout: START_CAP_MS, interval: 20 })
  if (bot.heard("ended").length > 0) throw new Error(`the bot ended:\n${bot.troubles().join("\n")}`)
  return bot
}

const talkingTo = (child: ChildProcessWithoutNullStreams): StepBot => {
  const events: Array<{ readonly event: string; readonly data: unknown }> = []
  const waiting = new Map<number, { readonly resolve: (ok: unknown) => void; readonly reject: (why: Error) => void }>()
  const tell = (event: string, data: unknown): void => {
    events.push({ event, data })
  }
  const heard = (event: string) => events.filter((one) => one.event === event).map(({ data }) => data)
  createInterface(child.stderr).on("line", (line) => tell("trouble", line))
  createInterface(child.stdout).on("line", (text) => {
    // The programs of the steps write nothing else.
    const line: Line = JSON.parse(text)
    if ("event" in line) return tell(line.event, line.data)
    const asked = waiting.get(line.id)
    waiting.delete(line.id)
    return "error" in line ? asked?.reject(new Error(line.error)) : asked?.resolve(line.ok)
  })
  child.once("exit", (code) => {
    tell("ended", code)
    for (const { reject } of waiting.values()) reject(new Error(`the bot ended with ${code}`))
  })
  let asked = 0
  return {
    act: (name, args = {}) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        child.stdin.write(`${JSON.stringify({ id: asked, act: name, args })}\n`)
      }),
    heard,
    troubles: () => heard("trouble").map(String),
    stop: async () => {
      if (child.exitCode !== null) return
      const exit = once(child, "exit")
      child.kill("SIGKILL")
      await exit
    }
  }
}
