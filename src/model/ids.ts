declare const brand: unique symbol;
/** A text of the service or of git that the compiler keeps apart from other texts. */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Assigned by the service to one glossary (a UUID). Users know the glossary by its address, never by this. */
export type GlossaryId = Branded<'GlossaryId'>;
/** Assigned by the service to one style rule list (a UUID). */
export type StyleId = Branded<'StyleId'>;
/** Assigned by the service to one custom instruction (a UUID). Users know the instruction by its label. */
export type InstructionId = Branded<'InstructionId'>;

export const glossaryId = (id: string): GlossaryId => id as GlossaryId;
export const styleId = (id: string): StyleId => id as StyleId;
export const instructionId = (id: string): InstructionId => id as InstructionId;

/**
 * The digest of one part of a resource: `sha256:<hex>` of its canonical JSON, or `entries:<hex>:<count>` for the
 * entries of a dictionary. Two equal contents have equal digests, whatever the order in which the service lists them.
 */
export type Digest = Branded<'Digest'>;
