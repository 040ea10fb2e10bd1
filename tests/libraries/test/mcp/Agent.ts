/** `backlot mcp` as an agent starts it, with the protocol's own client library. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ROOT } from "../ExampleFiles.ts"

export const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
export const DEMO_APP = join(ROOT, "apps/cli/dist/demo-app.js")

export interface Answered {
  readonly isError: boolean
  readonly text: string
  readonly value: Readonly<Record<string, unknown>> | undefined
  readonly bytes: number
}

export interface Agent {
  readonly client: Client
  readonly folder: string
  readonly pid: number
  readonly call: (name: string, given?: Record<string, unknown>, signal?: AbortSignal) => Promise<Answered>
  readonly close: () => Promise<void>
}

interface Started {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly variables?: Readonly<Record<string, string>>
}

export const folderOfAgent = (): string => mkdtempSync(join(tmpdir(), "backlot-agent-"))

/** Its folder goes with it. */
export const agent = async (given: ReadonlyArray<string> | Started): Promise<Agent> => {
  const started: Started = isStarted(given)
    ? given
    : { command: process.execPath, args: [PROGRAM, "mcp", ...given], folder: folderOfAgent() }
  const { command, folder } = started
  const client = new Client({ name: "agent", version: "1" })
  const env = { ...childEnvironment(), ...started.variables } as Record<string, string>
  const transport = new StdioClientTransport({ command, args: [...started.args], cwd: folder, env, stderr: "ignore" })
  await client.connect(transport)
  return {
    client,
    folder,
    pid: transport.pid ?? -1,
    call: async (name, given = {}, signal) => {
      const options = { timeout: 120_000, ...(signal === undefined ? {} : { signal }) }
      const result = await client.callTool({ name, arguments: given }, undefined, options)
      const [content] = result.content as ReadonlyArray<{ readonly text: string }>
      return {
        isError: result.isError === true,
        text: content?.text ?? "",
        value: result.structuredContent as Record<string, unknown> | undefined,
        bytes: Buffer.byteLength(JSON.stringify(result))
      }
    },
    close: async () => {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const isStarted = (given: ReadonlyArray<string> | Started): given is Started => !Array.isArray(given)
