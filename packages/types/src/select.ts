// The fields of objects in a response that `include_fields` and `exclude_fields` select, and the resulting types.

type Shortcut = '_all' | '_default' | '_extra' | '_custom'
type Name<T> = Extract<keyof T, string>

/** The object type of a field, single or in a list. */
type Inner<V> = V extends readonly (infer Item)[]
  ? Inner<Item>
  : V extends Date | Uint8Array
    ? never
    : V extends object
      ? V
      : never
type InnerName<K extends string, V> = [V] extends [never] ? never : `${K}.${Name<V>}`

/** A field by its name, one of the objects in it (`flags.status`), or a shortcut for several. */
export type FieldName<T> = Shortcut | Name<T> | { [K in Name<T>]-?: InnerName<K, Inner<NonNullable<T[K]>>> }[Name<T>]

/** `include_fields` and `exclude_fields`, whose types say which fields an answer has. */
export interface FieldFilter<F, X> {
  /** Fields to include, such as `id` or `components.name`. Shortcuts: _all, _default, _extra, _custom. */
  readonly include_fields?: F | undefined
  /** Fields to exclude. Overrides include_fields. */
  readonly exclude_fields?: X | undefined
}

/** The objects of an answer that was asked for the fields `F`, and not for the fields `X`. */
export type Select<T, F extends readonly string[], X extends readonly string[]> = Without<With<T, F>, X>

type With<T, F extends readonly string[]> = [F] extends [never]
  ? T
  : number extends F['length']
    ? Partial<T>
    : F[number] extends never
      ? T
      : Extract<F[number], '_all' | '_default'> extends never
        ? Extract<F[number], Shortcut> extends never
          ? Only<T, F[number]>
          : Partial<T>
        : T

type Without<T, X extends readonly string[]> = [X] extends [never]
  ? T
  : number extends X['length']
    ? Partial<T>
    : Extract<X[number], Shortcut> extends never
      ? Except<T, X[number]>
      : Partial<T>

type Head<N extends string> = N extends `${infer H}.${string}` ? H : never
type Tail<N extends string, H extends string> = N extends `${H}.${infer Rest}` ? Rest : never

type Only<T, N extends string> = [Head<N>] extends [never]
  ? Pick<T, Extract<N, keyof T>>
  : Flat<
      Pick<T, Extract<N, keyof T>> & {
        [K in keyof T as OnlyIn<K, Head<N>, N>]: Within<T[K], Tail<N, K & string>, 'only'>
      }
    >
/** A field of which a part is wanted, unless the whole is. */
type OnlyIn<K, H extends string, N extends string> = K extends H ? (K extends N ? never : K) : never

type Except<T, N extends string> = [Head<N>] extends [never]
  ? Omit<T, N>
  : Flat<{ [K in keyof T as K extends N ? never : K]: K extends Head<N> ? Within<T[K], Tail<N, K>, 'except'> : T[K] }>

type Within<V, N extends string, How extends 'only' | 'except'> = V extends readonly (infer Item)[]
  ? Within<Item, N, How>[]
  : V extends Date | Uint8Array
    ? V
    : V extends object
      ? How extends 'only'
        ? Pick<V, Extract<N, keyof V>>
        : Omit<V, N>
      : V

type Flat<T> = { [K in keyof T]: T[K] }
