/** node:process without its face as an ES module: to make that, Node reads every export, and so opens stdin. */
export const { env, versions } = process
