const OpenModals = () => null
export default OpenModals
