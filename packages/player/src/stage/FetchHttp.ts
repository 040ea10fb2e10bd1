/** Sends requests with `fetch`, in a browser. A page reaches its own server alone. */
import { BOUNDS, formatBound } from "@backlot/scenario/Bounds"
import { Effect } from "effect"
import { type Answer, type Asked, bodyOf, NoAnswer, type StageHttp } from "./StageHttp.ts"

export const make = (): StageHttp => ({
  send: (asked) => Effect.tryPromise({ try: (signal) => exchange(asked, signal), catch: lost(asked) }),
  open: async (url, headers, signal) => {
    const { status, body } = await fetch(url, { headers, signal, ...AS_IT_IS })
    return {
      status,
      texts: () => textsOf(body),
      drop: async () => {
        await body?.cancel()
      }
    }
  },
  renew: Effect.void
})

/** The answers of tests: never from a cache, never of another address. */
const AS_IT_IS = { cache: "no-store", redirect: "manual", credentials: "omit" } as const

const exchange = async ({ method, url, headers, body }: Asked, signal: AbortSignal): Promise<Answer> => {
  const answer = await fetch(url, {
    ...AS_IT_IS,
    method,
    headers: { ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(BOUNDS.answer.value)]),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : formOf(body) })
  })
  const received = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: received, body: bodyOf(await answer.text(), received["content-type"]) }
}

const formOf = (parts: Exclude<Asked["body"], string | undefined>): FormData => {
  const form = new FormData()
  for (const { name, value } of parts) {
    if (typeof value === "string") form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

async function* textsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const reader = body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    // Ends the request where the reader leaves early.
    await reader.cancel().catch(() => {})
  }
}

const lost =
  ({ method, url }: Asked) =>
  (error: unknown) => {
    const isLate = error instanceof DOMException && error.name === "TimeoutError"
    const because = isLate
      ? `no answer within ${formatBound(BOUNDS.answer)}`
      : error instanceof Error
        ? error.message
        : String(error)
    return new NoAnswer({ message: `${method} ${url}: ${because}` })
  }
