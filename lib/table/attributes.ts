/** A type in which every field must be named, so that an optional field cannot be forgotten. */
export type Complete<T> = { [F in keyof Required<T>]: T[F] }

/** Whether a field may be null or undefined. */
type MayBeEmpty<V> = null extends V ? true : undefined extends V ? true : false

/** How an item stores an object of the contract: fields that are null or absent there have no attribute. */
export type Kept<T> = { [F in keyof T as MayBeEmpty<T[F]> extends true ? never : F]: T[F] } & {
  [F in keyof T as MayBeEmpty<T[F]> extends true ? F : never]?: NonNullable<T[F]>
}

/** Whether an attribute is required. */
type IsNeeded<I, A extends keyof I> = Pick<I, A> extends Required<Pick<I, A>> ? true : false

/** The attributes of an item that can hold a value. A value that may be null needs an optional attribute. */
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
 * The attribute that stores each field of a body. Used with `satisfies`, it compiles only if every field has an attribute
 * that can hold its values. So a field that the contract accepts but no attribute stores is a compile error.
 */
export type AttributeNames<Body, I> = { [F in keyof Required<Body>]: AttributeFor<Body[F], I> }

type Names = Readonly<Record<string, string>>

/** The fields of a body under the names of their attributes. */
type Renamed<N extends Names, Body> = {
  [F in keyof Body as F extends keyof N ? N[F] : never]: Body[F]
}

/** The attributes that a change sets; undefined removes the attribute. */
export type Changed<T> = { [A in keyof T]?: NonNullable<T[A]> | undefined }

/** Returns the fields that are not undefined, under the names of their attributes. */
const given = (names: Names, body: object): [attribute: string, value: unknown][] => {
  const values = new Map<string, unknown>(Object.entries(body))
  return Object.entries(names)
    .map(([field, attribute]): [string, unknown] => [attribute, values.get(field)])
    .filter(([, value]) => value !== undefined)
}

/** Returns the attributes of a new item. Fields that are null or absent have no attribute. */
export const newAttributes = <N extends Names, Body extends object>(
  names: N,
  body: Body,
): Kept<Renamed<N, Body>> =>
  // each attribute has the value of the field that its name stands for
  Object.fromEntries(given(names, body).filter(([, value]) => value !== null)) as Kept<Renamed<N, Body>>

/** Returns the attributes that a change sets. A null field removes its attribute; an absent field leaves it unchanged. */
export const changedAttributes = <N extends Names, Body extends object>(
  names: N,
  body: Body,
): Changed<Renamed<N, Body>> =>
  // as above
  Object.fromEntries(given(names, body).map(([name, value]) => [name, value ?? undefined])) as Changed<
    Renamed<N, Body>
  >

/** Returns an item with its attributes changed. Attributes that are undefined are removed. */
export const withChanges = <I extends object>(item: I, changes: Changed<NoInfer<I>>): I =>
  // the same attributes; only optional ones can have been removed
  Object.fromEntries(Object.entries({ ...item, ...changes }).filter(([, value]) => value !== undefined)) as I
