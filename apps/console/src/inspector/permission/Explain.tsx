const Explain = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Explain
