/** Held submissions have their own prefix, so that they can be queried without reading the others. */
export const heldPrefix = 'HELD#'
export const settledPrefix = 'SUBMISSION#'
