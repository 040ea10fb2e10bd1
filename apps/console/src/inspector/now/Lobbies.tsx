const Lobbies = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Lobbies
