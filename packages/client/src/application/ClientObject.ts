/**
 * The operations of every object of the C++ library, in TypeScript: copy and move, construction and assignment, a null
 * object, and a check whether an object is valid. Source: service.md "Authorization arguments".
 *
 * | C++ | here |
 * |---|---|
 * | `T b(a)` | `const b = a.copy()` |
 * | `T b(std::move(a))` | `const b = a.move()` |
 * | `b = a` | `b.assign(a)` |
 * | `b = std::move(a)` | `b.assign(a.move())` |
 * | `if (a)` | `if (a.isValid())` |
 *
 * A moved-from object is invalid until a valid one is assigned to it. Reading or setting a field of an invalid object,
 * undefined behaviour in C++, throws a `ValidationError` here: it is a bug of the program.
 */
import { ValidationError } from "./ClientFailure.ts"

export abstract class ClientObject<Self extends ClientObject<Self, Fields>, Fields extends object> {
  /** Replaced whole, never changed, so copies may share it. Undefined in an invalid object. */
  #fields: Fields | undefined
  #isNull = false
  readonly #name: string

  protected constructor(name: string, fields: Fields) {
    this.#name = name
    this.#fields = fields
  }

  /** Whether the object is valid: `operator bool`. */
  isValid(): boolean {
    return this.#fields !== undefined
  }

  /** A new object with the same fields; a copy of an invalid object is invalid too. */
  copy(): Self {
    // Each class of objects is made without arguments.
    return new (this.constructor as new () => Self)().assign(this)
  }

  /** A new object with these fields; this object is invalid afterwards. */
  move(): Self {
    const moved = this.copy()
    this.#fields = undefined
    return moved
  }

  /** Takes the fields of another object, or becomes invalid like it. Throws a `ValidationError` on the null object. */
  assign(other: ClientObject<Self, Fields>): this {
    if (this.#isNull) throw this.#refusal("nothing can be assigned to it")
    this.#fields = other.#fields
    return this
  }

  /** Makes this object the null object of its class. */
  protected nulled(): this {
    this.#fields = undefined
    this.#isNull = true
    return this
  }

  /** The fields. Throws a `ValidationError` on an invalid object. */
  protected held(): Fields {
    if (this.#fields === undefined) throw this.#refusal("it has no fields to read or set")
    return this.#fields
  }

  protected change(fields: Partial<Fields>): this {
    this.#fields = { ...this.held(), ...fields }
    return this
  }

  #refusal(consequence: string): ValidationError {
    const why = this.#isNull
      ? "is nullobj, the uninitialized instance"
      : "is not valid: it was moved from, or took over another that is not"
    return new ValidationError({
      field: this.#name,
      message: `This ${this.#name} ${why}: ${consequence}. Make one with new ${this.#name}(), and test with isValid().`
    })
  }
}
