/** The fields of the account, as a run defines them before its clients begin. */
export const fields = {
  /** Their definitions never change, so a task that is there takes their values. */
  steady: [
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'owner', label: 'Owner', type: 'text' },
  ],
  /** Its options change. */
  urgency: {
    key: 'urgency',
    label: 'Urgency',
    type: 'select',
    options: [{ value: 'low' }, { value: 'high' }],
  },
  /** It is deleted and comes back. */
  guest: { key: 'guest', label: 'Guest', type: 'text' },
}
