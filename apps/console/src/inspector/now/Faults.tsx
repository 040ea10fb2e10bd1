const Faults = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Faults
