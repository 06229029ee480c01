/** Whether a person is signed in at the identity provider; the room of the session knows it. */
let isPerson = () => false

/** Says how it is found out whether a person is signed in; otherwise the session is that of a token. */
export function askWith(ask: () => boolean): void {
  isPerson = ask
}

/** What decides what can be done here, within a sentence: the token in use, or what the signed-in person is in the account. */
export const yours = (ofPerson: 'role' | 'membership'): string =>
  isPerson() ? `your ${ofPerson}` : 'your token'

/** The same where a sentence begins. */
export const yoursFirst = (ofPerson: 'role' | 'membership'): string => `Y${yours(ofPerson).slice(1)}`
