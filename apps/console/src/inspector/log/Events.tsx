const Events = (_: { readonly rest: ReadonlyArray<string> }) => <p>Soon</p>

export default Events
