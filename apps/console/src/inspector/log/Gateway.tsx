const Gateway = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Gateway
