import { onOff, type RuleTopic, unwanted } from './rule-topic.ts';

/** Spelling, grammar, style and tone. The function is longer than 60 lines because it is one table. */
export const styleTopics = (): readonly RuleTopic[] => [
  onOff(() => /\bcontractions?\b/i, 'spelling_and_grammar.contractions'),
  {
    rules: ['spelling_and_grammar.active_passive_voice', 'spelling_and_grammar.passive_voice'],
    choices: () => [
      {
        words: /active (?:voice|constructions|verbs)|voz activa|voix active|forma attiva|能動態|主动语态|능동/i,
        option: /use_active|avoid_passive/,
      },
      {
        words:
          /passive (?:voice|constructions)|\bpassiv\b|voz pasiva|voix passive|forma passiva|受動態|受け身|被动语态|수동/i,
        option: /^use_passive/,
        opposite: /use_active|avoid_passive/,
      },
    ],
  },
  unwanted(() => /ß|eszett|scharfes s/i, 'spelling_and_grammar.eszett'),
  unwanted(() => /\bumlauts?\b|\bumlaute\b/i, 'spelling_and_grammar.umlauts'),
  unwanted(() => /latin abbreviations/i, 'spelling_and_grammar.latin_abbreviations'),
  onOff(
    () => /^(?!.*\blatin\b).*\b(?:abbreviations?|abkürzungen|abreviaturas|abréviations|abbreviazioni)\b/i,
    'style_and_tone.abbreviations',
    'spelling_and_grammar.abbreviation_usage',
  ),
  unwanted(() => /\ball[- ]caps\b|\ball capitals\b/i, 'spelling_and_grammar.all_caps'),
  {
    rules: ['style_and_tone.formality'],
    choices: () => [
      {
        words:
          /(?<![0-9A-Za-z\u00c0-\u024f-])(?:formal|formell(?:en?)?|formelle|formale)\b.{0,20}(?:tone|style|language|register|ton|stil|sprache|tono|estilo|stile|registro|registre|langage)|(?:tono|estilo|stile|registro|registre|ton|langage|langue) (?:formal|formel|formale|soutenu)|正式的?(?:语气|语言|文体)|격식체/i,
        option: /formal/,
      },
      {
        words:
          /(?<![0-9A-Za-z\u00c0-\u024f])(?:informal|casual|conversational|colloquial|informell(?:en?)?|lockeren?)\b.{0,20}(?:tone|style|language|register|ton|stil|sprache|tono|estilo|stile|registro)|(?:tono|estilo|stile|registro|registre|ton|langage) (?:informal|informel|informale|familier|coloquial|decontracté)|非正式|口语化|비격식|반말/i,
        option: /casual/,
      },
    ],
  },
  {
    rules: ['style_and_tone.addressing_the_reader'],
    choices: () => [
      {
        words: /\bvous\b|vouvoie|vouvoyer|\bLei\b|(?<!in)formal (?:address|pronouns?|you)/,
        option: /formal_(?:french_word_vous|italian_word_lei)/,
      },
      { words: /\btu\b|tutoie|tutoyer|dare del tu|informal (?:address|pronouns?|you)/i, option: /informal_/ },
    ],
  },
  {
    rules: ['style_and_tone.tone'],
    choices: () => [
      { words: /です・?ます|desu[- /・]?masu/i, option: /use_desu_masu/ },
      { words: /である|だ・である|de-?aru/i, option: /use_dearu/ },
    ],
  },
  {
    rules: ['style_and_tone.declarative_endings'],
    choices: () => [
      { words: /합쇼체|하십시오체|hapsho|hapsyo/i, option: /^use_hapsho/ },
      { words: /해요체|haeyo/i, option: /^use_haeyo/ },
      { words: /해라체|hara\b/i, option: /^use_hara/ },
    ],
  },
  onOff(() => /second[- ]person/i, 'style_and_tone.default_second_person_pronoun'),
  {
    rules: ['style_and_tone.default_first_person_pronoun'],
    choices: () => [{ words: /first[- ]person/i, option: /^use/, opposite: /^do_not|^omit/ }],
  },
  {
    rules: ['style_and_tone.instructions_style'],
    choices: () => [
      { words: /\bimperatives?\b|\bimperativ\b|impératif|imperativo/i, option: /imperative/ },
      { words: /\binfinitives?\b|\binfinitiv\b|infinitif|infinito|infinitivo/i, option: /infinitive/ },
      { words: /\bindicative\b|\bindikativ\b|indicatif|indicativo/i, option: /indicative/ },
    ],
  },
  {
    rules: ['style_and_tone.gender_unspecified', 'style_and_tone.gender_unspecified_or_mixed'],
    choices: () => [
      {
        words: /gender[- ]neutral|geschlechtsneutral|género neutro|neutre en genre|neutro rispetto al genere/i,
        option: /gender_neutral|neutral_nouns|inclusive_nouns/,
      },
      {
        words:
          /generic masculine|masculine forms? only|generische[sn]? maskulinum|masculino genérico|masculin générique|maschile generico/i,
        option: /masculine_form_only/,
      },
      {
        words: /both (?:the )?(?:masculine and feminine|feminine and masculine|genders)|doppelnennung/i,
        option: /use_both/,
      },
      { words: /middle dots?|point médian/i, option: /middle_dots/ },
    ],
  },
  unwanted(() => /anglicisms?|anglizismen|anglicismes?|anglicismos|anglicismi/i, 'style_and_tone.anglicisms'),
  onOff(() => /double negatives?|doppelte verneinung/i, 'style_and_tone.double_negatives'),
  unwanted(
    () => /\bidioms?\b|idiomatic expressions|colloquialisms/i,
    'style_and_tone.idioms_colloquialisms_and_culture_specific_references',
  ),
  {
    rules: ['style_and_tone.short_vs_long_words'],
    choices: () => [
      {
        words:
          /(?:short|kurze|mots courts|palabras cortas|parole brevi)(?:er)? (?:words|wörter)|mots courts|palabras cortas|parole brevi/i,
        option: /short/,
      },
    ],
  },
  unwanted(() => /modal verbs?|modalverben/i, 'style_and_tone.modal_verbs'),
  {
    rules: ['style_and_tone.personal_vs_impersonal_style'],
    choices: () => [
      { words: /\bimpersonal\b|unpersönlich|impersonnel|impersonale/i, option: /_impersonal/ },
      {
        words: /(?<![0-9A-Za-z\u00c0-\u024f])personal (?:style|tone)|persönliche[nr]? (?:stil|ton)/i,
        option: /use_personal/,
      },
    ],
  },
  {
    rules: ['style_and_tone.verbal_vs_nominal_style'],
    choices: () => [
      { words: /verbal style|verbalstil/i, option: /verbal/ },
      { words: /nominal style|nominalstil/i, option: /nominal/ },
    ],
  },
];
