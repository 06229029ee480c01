/** What a function costs that does nothing at all. */
export const handler = () => Promise.resolve({ statusCode: 200 })
