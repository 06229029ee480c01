/** A type with all its fields named: what is written as one cannot leave out an optional field unnoticed. */
export type Complete<T> = { [F in keyof Required<T>]: T[F] }

/** Whether a field may be without a value. */
type MayBeEmpty<V> = null extends V ? true : undefined extends V ? true : false

/** What an item keeps of an object of the contract: what is null or absent there is absent here. */
export type Kept<T> = { [F in keyof T as MayBeEmpty<T[F]> extends true ? never : F]: T[F] } & {
  [F in keyof T as MayBeEmpty<T[F]> extends true ? F : never]?: NonNullable<T[F]>
}

/** Whether an attribute must be there. */
type IsNeeded<I, A extends keyof I> = Pick<I, A> extends Required<Pick<I, A>> ? true : false

/** The attributes of an item that can hold a value; one that may be null needs an attribute that may be absent. */
type AttributeFor<V, I> = {
  [A in keyof I]-?: NonNullable<V> extends NonNullable<I[A]>
    ? null extends V
      ? IsNeeded<I, A> extends true
        ? never
        : A
      : A
    : never
}[keyof I]

/**
 * The attribute that keeps each field of a body. Made with `satisfies`, it compiles only if no field is missing and each
 * attribute can hold its field's values: a field that the contract takes and nobody stores is a compile error.
 */
export type AttributeNames<Body, I> = { [F in keyof Required<Body>]: AttributeFor<Body[F], I> }

type Names = Readonly<Record<string, string>>

/** The fields of a body under the names of their attributes. */
type Renamed<N extends Names, Body> = {
  [F in keyof Body as F extends keyof N ? N[F] : never]: Body[F]
}

/** What a change sets; undefined takes the attribute away. */
type Changed<T> = { [A in keyof T]?: NonNullable<T[A]> | undefined }

/** The fields that have a value, or null, under the names of their attributes. */
const given = (names: Names, body: object): [attribute: string, value: unknown][] => {
  const values = new Map<string, unknown>(Object.entries(body))
  return Object.entries(names)
    .map(([field, attribute]): [string, unknown] => [attribute, values.get(field)])
    .filter(([, value]) => value !== undefined)
}

/** The attributes with which an item is made: fields that are null or absent have none. */
export const newAttributes = <N extends Names, Body extends object>(
  names: N,
  body: Body,
): Kept<Renamed<N, Body>> =>
  // each attribute has the value of the field that its name stands for
  Object.fromEntries(given(names, body).filter(([, value]) => value !== null)) as Kept<Renamed<N, Body>>

/** The attributes that a change sets. A field that is null takes its attribute away; one that is absent leaves it. */
export const changedAttributes = <N extends Names, Body extends object>(
  names: N,
  body: Body,
): Changed<Renamed<N, Body>> =>
  // as above
  Object.fromEntries(given(names, body).map(([name, value]) => [name, value ?? undefined])) as Changed<
    Renamed<N, Body>
  >

/** An item with changed attributes; those that are undefined are gone. */
export const withChanges = <I extends object>(item: I, changes: Changed<NoInfer<I>>): I =>
  // the same attributes, but for those that may be absent
  Object.fromEntries(Object.entries({ ...item, ...changes }).filter(([, value]) => value !== undefined)) as I
