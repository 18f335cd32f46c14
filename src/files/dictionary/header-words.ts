const words = (text: string): ReadonlySet<string> => new Set(text.split('|'));

/** Words that stand over the column of source phrases, and over that of target phrases, in English. */
export const SOURCE_HEADERS = words('source|source phrase|source term|source text|sourcestring|source_phrase|term');
export const TARGET_HEADERS = words(
  'target|target phrase|target term|target text|targetstring|target_phrase|translation',
);

export const SOURCE_LANGUAGE_HEADERS = words('sourcelang|source_lang|source lang|source language|source_language');
export const TARGET_LANGUAGE_HEADERS = words('targetlang|target_lang|target lang|target language|target_language');

/** The same in the other glossary languages. A first entry may hold them too, so a row of them is asked about. */
export const FOREIGN_SOURCE_HEADERS = words(
  'المصدر|مصدر|النص الأصلي|المصطلح|مصطلح|изходен текст|източник|термин|zdroj|zdrojový text|termín|kilde|kildetekst|' +
    'udtryk|quelle|quelltext|quellterm|quellbegriff|ausgangstext|ausgangssprache|quellsprache|begriff|terminus|' +
    'ausdruck|πηγή|όρος|πρωτότυπο|κείμενο πηγής|origen|fuente|término|texto de origen|texto fuente|idioma de origen|' +
    'lähtetekst|allikas|allikatekst|termin|lähde|lähdeteksti|termi|terme|texte source|langue source|terme source|' +
    'מקור|' +
    'מונח|forrás|forrásszöveg|kifejezés|sumber|istilah|teks sumber|origine|sorgente|termine|testo di origine|' +
    'testo sorgente|原文|原語|用語|ソース|ソース言語|원문|원어|용어|원본|šaltinis|terminas|avots|termins|avotteksts|' +
    'kildespråk|uttrykk|bron|brontekst|brontaal|źródło|tekst źródłowy|origem|fonte|termo|texto de origem|' +
    'texto original|sursă|sursa|termen|text sursă|источник|исходный текст|оригинал|исходный термин|' +
    'zdrojový termín|izvor|izvirnik|izraz|källa|källtext|källspråk|term|ต้นฉบับ|คำศัพท์|kaynak|kaynak metin|terim|' +
    'джерело|оригінал|термін|вихідний текст|nguồn|thuật ngữ|bản gốc|văn bản nguồn|术语|術語|源语言|源文|源文本|源文字|source',
);
export const FOREIGN_TARGET_HEADERS = words(
  'الهدف|هدف|الترجمة|ترجمة|целеви текст|цел|превод|cíl|cílový text|překlad|mål|måltekst|oversættelse|ziel|zieltext|' +
    'zielterm|zielbegriff|zielsprache|übersetzung|στόχος|μετάφραση|κείμενο προορισμού|destino|traducción|meta|' +
    'texto de destino|texto meta|idioma de destino|siht|sihttekst|tõlge|kohde|kohdeteksti|käännös|cible|traduction|' +
    'texte cible|langue cible|terme cible|יעד|תרגום|cél|célszöveg|fordítás|target|sasaran|terjemahan|teks target|' +
    'destinazione|traduzione|testo di destinazione|訳文|訳語|翻訳|対訳|ターゲット|ターゲット言語|번역|번역문|역어|번역어|' +
    'tikslas|vertimas|mērķis|tulkojums|mērķteksts|målspråk|oversettelse|doel|doeltekst|doeltaal|vertaling|cel|' +
    'tekst docelowy|tłumaczenie|tradução|alvo|texto de chegada|țintă|ținta|traducere|text țintă|цель|перевод|' +
    'целевой текст|cieľ|cieľový text|preklad|cilj|prevod|måltext|översättning|คำแปล|เป้าหมาย|hedef|hedef metin|' +
    'çeviri|' +
    'ціль|переклад|цільовий текст|đích|bản dịch|dịch|văn bản đích|译文|譯文|翻译|翻譯|目标语言|目標語言|译名|目标文本|translation',
);
