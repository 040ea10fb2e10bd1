const Permissions = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Permissions
