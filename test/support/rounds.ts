/**
 * How many examples a property is tried with: `few` in a change, so that it ends soon; TIMES as many by night
 * (`.github/workflows/nightly.yml`), and when somebody looks for more.
 */
export const rounds = (few: number): number => few * Number(process.env.TIMES ?? 1)

/** Whether what is sampled in a change runs whole: by night, and when somebody sets TIMES. */
export const isWhole = process.env.TIMES !== undefined
