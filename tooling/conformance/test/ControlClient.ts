/** The control plane over fetch: how a test plays the users. */

export interface Used {
  readonly interaction_id: string
  readonly state: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly message?: any
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  readonly choices?: any
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
  return {
    call,
    use: async (
      user: string,
      channel: string,
      body: unknown,
      query = ""
    ): Promise<Used & { readonly status: number }> => {
      const answer = await call("POST", `/users/${user}/channels/${channel}/interactions${query}`, body)
      return { status: answer.status, ...answer.body }
    },
    messages: async (user: string, channel: string) =>
      (await call("GET", `/users/${user}/channels/${channel}/messages`)).body.messages,
    advance: (ms: number) => call("POST", "/clock", { advance_ms: ms })
  }
}
