/** Answers of the server that are of no known shape. */

/**
 * What is made of an answer.
 *
 * @param method that was asked.
 * @throws Error with a message for a person, where the answer is not what `make` takes.
 */
export function readable<T>(method: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new Error(`The Cotext server gave an answer that cannot be read (${method}).`, { cause: error });
  }
}
