/**
 * An e-mail address, as far as one can tell without sending a message. Only the visible characters of ASCII are taken: others
 * can be invisible, or look like these, and an administrator could not see that the address belongs to somebody else.
 */
export const emailPattern = /^[!-?A-~]+@[!-?A-~]+$/
