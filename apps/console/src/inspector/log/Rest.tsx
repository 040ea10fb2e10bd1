const Rest = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Rest
