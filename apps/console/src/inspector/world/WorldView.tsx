const WorldView = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default WorldView
