/** A JWT in the header `Authorization`, which no token of ours is; undefined if there is none. */
export const readJwt = (header = ''): string | undefined =>
  /^Bearer +([\w-]+\.[\w-]+\.[\w-]*) *$/i.exec(header)?.[1]
