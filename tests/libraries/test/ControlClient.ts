/** The control plane over fetch: how a test plays the users. */

export interface Used {
  readonly interaction_id: string
  readonly state: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly message?: any
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly choices?: any
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly modal?: any
  readonly activity_instance?: { readonly id: string }
  readonly response?: { readonly type: number; readonly ephemeral: boolean }
  readonly error?: string
  readonly reason?: string
  readonly code?: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly command?: any
}

export const controlOf = (base: string) => {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } })
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }
  const act = async (path: string, body: unknown): Promise<Used & { readonly status: number }> => {
    const answer = await call("POST", `/users/${path}`, body)
    return { status: answer.status, ...answer.body }
  }
  return {
    call,
    use: (user: string, channel: string, body: unknown, query = "") =>
      act(`${user}/channels/${channel}/interactions${query}`, body),
    press: (user: string, message: string, body: unknown, query = "") =>
      act(`${user}/messages/${message}/components${query}`, body),
    submit: (user: string, interaction: string, body: unknown) => act(`${user}/modals/${interaction}`, body),
    messages: async (user: string, channel: string) =>
      (await call("GET", `/users/${user}/channels/${channel}/messages`)).body.messages,
    /** A user's plain message. */
    say: async (user: string, channel: string, content: string, more: object = {}) =>
      (await call("POST", `/users/${user}/channels/${channel}/messages`, { content, ...more })).body,
    /** Plans a fault; one that waits for no event has happened when this is answered. */
    fault: async (planned: object) => (await call("POST", "/faults", planned)).body,
    noFaults: () => call("DELETE", "/faults"),
    advance: (ms: number) => call("POST", "/clock", { advance_ms: ms })
  }
}
