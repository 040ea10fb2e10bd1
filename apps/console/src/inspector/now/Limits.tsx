const Limits = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Limits
