/** The faults of a refused body: by the path of their field, and by the line of a JSON text. */
import type { FailureBody } from "./ControlFailure.ts"

export interface PlacedFault {
  /** `permission_overwrites[0].id`; empty for the whole. */
  readonly path: string
  readonly message: string
  readonly line?: number
}

/** From the tree of an element's faults (`{name: {_errors: [...]}}`), or the list of those of a world. */
export const faultsOf = ({ errors, message = "" }: FailureBody): ReadonlyArray<PlacedFault> => {
  if (Array.isArray(errors)) {
    return (errors as ReadonlyArray<Record<string, unknown>>).map(({ path, message, line }) => ({
      path: String(path ?? ""),
      message: String(message),
      ...(typeof line === "number" ? { line } : {})
    }))
  }
  const faults: Array<PlacedFault> = []
  const visit = (node: unknown, path: string) => {
    if (typeof node !== "object" || node === null) return
    for (const [name, value] of Object.entries(node)) {
      if (name === "_errors" && Array.isArray(value)) {
        for (const each of value)
          faults.push({ path, message: String((each as { readonly message?: unknown }).message) })
      } else visit(value, joined(path, name))
    }
  }
  visit(errors, "")
  return faults.length === 0 ? [{ path: "", message }] : faults
}

/** The faults of what is at a path, by their paths within it. */
export const faultsAt = (faults: ReadonlyArray<PlacedFault>, at: string): ReadonlyArray<PlacedFault> =>
  faults.flatMap((fault) => {
    const rest = fault.path.slice(at.length)
    return fault.path.startsWith(at) && /^(?:$|[.[])/.test(rest) ? [{ ...fault, path: rest.replace(/^\./, "") }] : []
  })

const joined = (path: string, name: string): string =>
  /^\d+$/.test(name) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`

/** The lines (from 1) of every path of a JSON text; the text must be JSON. */
export const linesOf = (text: string): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  let at = 0
  let line = 1
  const skip = () => {
    for (;;) {
      const letter = text[at]
      if (letter === "\n") line += 1
      if (letter === undefined || !/\s/.test(letter)) return
      at += 1
    }
  }
  const word = (): string => {
    const begin = at
    if (text[at] === '"') {
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1
      at += 1
    } else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1
    return text.slice(begin, at)
  }
  const value = (path: string): void => {
    skip()
    if (!lines.has(path)) lines.set(path, line)
    const open = text[at]
    if (open !== "{" && open !== "[") return void word()
    at += 1
    for (let index = 0; at < text.length; index++) {
      skip()
      if (text[at] === "}" || text[at] === "]") break
      if (open === "[") value(`${path}[${index}]`)
      else {
        const inner = joined(path, JSON.parse(word()) as string)
        lines.set(inner, line)
        skip()
        at += 1
        value(inner)
      }
      skip()
      if (text[at] === ",") at += 1
    }
    at += 1
  }
  value("")
  return lines
}

/** Where a fault stands in the text: its own line, or that of what it is in. */
export const lineFor = (lines: ReadonlyMap<string, number>, path: string): number => {
  for (let at = path; at !== ""; at = at.replace(/(?:\.[^.[]*|\[\d+\]|^[^.[]*)$/, "")) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return 1
}

/** The faults of a text that is no JSON. */
export const syntaxFault = (text: string): PlacedFault | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const place = /position (\d+)/.exec(message)?.[1]
    const line = place === undefined ? text.split("\n").length : text.slice(0, Number(place)).split("\n").length
    return { path: "", message, line }
  }
}
