// Cases whose outcome is known to be wrong, each with the reason. The suite fails when one of them starts to come right, so that this
// list can only shrink.

/** By case name, as `Case.name` spells it. */
export const OPEN: Readonly<Record<string, string>> = {};
