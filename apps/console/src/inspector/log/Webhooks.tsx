const Webhooks = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Webhooks
