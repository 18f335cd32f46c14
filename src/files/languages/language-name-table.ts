/**
 * How each glossary language is called in each of the glossary languages, in lower case and NFC, with `|` between the
 * names: from the language names of Unicode CLDR, and a few other usual ones. Kept as data, so that every version of
 * Node reads a file in the same way.
 */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ar:
    'العربية|арабски|arabština|arabisk|arabisch|αραβικά|arabic|árabe|araabia|arabia|arabe|ערבית|arab|' +
    'arabo|アラビア語|아랍어|arabų|arābu|arabski|arabă|арабский|arabčina|arabščina|arabiska|อาหรับ|arapça|' +
    'арабська|tiếng ả rập|阿拉伯语',
  bg:
    'البلغارية|български|bulharština|bulgarsk|bulgarisch|βουλγαρικά|bulgarian|búlgaro|bulgaaria|bulgaria|' +
    'bulgare|בולגרית|bolgár|bulgaro|ブルガリア語|불가리아어|bulgarų|bulgāru|bulgaars|bułgarski|bulgară|болгарский|' +
    'bulharčina|bolgarščina|bulgariska|บัลแกเรีย|bulgarca|болгарська|tiếng bulgaria|保加利亚语',
  cs:
    'التشيكية|чешки|čeština|tjekkisk|tschechisch|τσεχικά|czech|checo|tšehhi|tšekki|tchèque|צ׳כית|cseh|' +
    'ceko|ceco|チェコ語|체코어|čekų|čehu|tsjekkisk|tsjechisch|czeski|tcheco|cehă|чешский|češčina|tjeckiska|เช็ก|' +
    'çekçe|чеська|tiếng séc|捷克语',
  da:
    'الدانمركية|датски|dánština|dansk|dänisch|δανικά|danish|danés|taani|tanska|danois|דנית|dán|danese|' +
    'デンマーク語|덴마크어|danų|dāņu|deens|duński|dinamarquês|daneză|датский|dánčina|danščina|danska|เดนมาร์ก|danca|' +
    'данська|tiếng đan mạch|丹麦语',
  de:
    'الألمانية|немски|němčina|tysk|deutsch|γερμανικά|german|alemán|saksa|allemand|גרמנית|német|jerman|' +
    'tedesco|ドイツ語|독일어|vokiečių|vācu|duits|niemiecki|alemão|germană|немецкий|nemčina|nemščina|tyska|' +
    'เยอรมัน|almanca|німецька|tiếng đức|德语|德文|德語',
  el:
    'اليونانية|гръцки|řečtina|græsk|griechisch|ελληνικά|greek|griego|kreeka|kreikka|grec|יוונית|görög|' +
    'yunani|greco|ギリシャ語|그리스어|graikų|grieķu|gresk|grieks|grecki|grego|greacă|греческий|gréčtina|grščina|' +
    'grekiska|กรีก|yunanca|грецька|tiếng hy lạp|希腊语|modern greek|ελληνική',
  en:
    'الإنجليزية|английски|angličtina|engelsk|englisch|αγγλικά|english|inglés|inglise|englanti|anglais|' +
    'אנגלית|angol|inggris|inglese|英語|영어|anglų|angļu|engels|angielski|inglês|engleză|английский|angleščina|' +
    'engelska|อังกฤษ|i̇ngilizce|англійська|tiếng anh|英语|英文',
  es:
    'الإسبانية|испански|španělština|spansk|spanisch|ισπανικά|spanish|español|hispaania|espanja|espagnol|' +
    'ספרדית|spanyol|spagnolo|スペイン語|스페인어|ispanų|spāņu|spaans|hiszpański|espanhol|spaniolă|испанский|' +
    'španielčina|španščina|spanska|สเปน|i̇spanyolca|іспанська|tiếng tây ban nha|西班牙语|castilian|castellano|' +
    '西班牙文',
  et:
    'الإستونية|естонски|estonština|estisk|estnisch|εσθονικά|estonian|estonio|eesti|viro|estonien|אסטונית|' +
    'észt|estonia|estone|エストニア語|에스토니아어|estų|igauņu|estisch|estoński|estoniano|estonă|эстонский|estónčina|' +
    'estonščina|estniska|เอสโตเนีย|estonca|естонська|tiếng estonia|爱沙尼亚语',
  fi:
    'الفنلندية|фински|finština|finsk|finnisch|φινλανδικά|finnish|finés|soome|suomi|finnois|פינית|finn|' +
    'finlandese|フィンランド語|핀란드어|suomių|somu|fins|fiński|finlandês|finlandeză|финский|fínčina|finščina|finska|' +
    'ฟินแลนด์|fince|фінська|tiếng phần lan|芬兰语',
  fr:
    'الفرنسية|френски|francouzština|fransk|französisch|γαλλικά|french|francés|prantsuse|ranska|français|' +
    'צרפתית|francia|prancis|francese|フランス語|프랑스어|prancūzų|franču|frans|francuski|francês|franceză|' +
    'французский|francúzština|francoščina|franska|ฝรั่งเศส|fransızca|французька|tiếng pháp|法语|法文|法語',
  he:
    'العبرية|иврит|hebrejština|hebraisk|hebräisch|εβραϊκά|hebrew|hebreo|heebrea|heprea|hébreu|עברית|héber|' +
    'ibrani|ebraico|ヘブライ語|히브리어|hebrajų|ivrits|hebreeuws|hebrajski|hebraico|ebraică|hebrejčina|hebrejščina|' +
    'hebreiska|ฮิบรู|i̇branice|іврит|tiếng do thái|希伯来语',
  hu:
    'الهنغارية|унгарски|maďarština|ungarsk|ungarisch|ουγγρικά|hungarian|húngaro|ungari|unkari|hongrois|' +
    'הונגרית|magyar|hungaria|ungherese|ハンガリー語|헝가리어|vengrų|ungāru|hongaars|węgierski|maghiară|венгерский|' +
    'maďarčina|madžarščina|ungerska|ฮังการี|macarca|угорська|tiếng hungary|匈牙利语',
  id:
    'الإندونيسية|индонезийски|indonéština|indonesisk|indonesisch|ινδονησιακά|indonesian|indonesio|' +
    'indoneesia|indonesia|indonésien|אינדונזית|indonéz|indonesiano|インドネシア語|인도네시아어|indoneziečių|' +
    'indonēziešu|indonezyjski|indonésio|indoneziană|индонезийский|indonézština|indonezijščina|indonesiska|' +
    'อินโดนีเซีย|endonezce|індонезійська|tiếng indonesia|印度尼西亚语|bahasa indonesia',
  it:
    'الإيطالية|италиански|italština|italiensk|italienisch|ιταλικά|italian|italiano|itaalia|italia|italien|' +
    'איטלקית|olasz|イタリア語|이탈리아어|italų|itāļu|italiaans|włoski|italiană|итальянский|taliančina|italijanščina|' +
    'italienska|อิตาลี|i̇talyanca|італійська|tiếng italy|意大利语|意大利文',
  ja:
    'اليابانية|японски|japonština|japansk|japanisch|ιαπωνικά|japanese|japonés|jaapani|japani|japonais|' +
    'יפנית|japán|jepang|giapponese|日本語|일본어|japonų|japāņu|japans|japoński|japonês|japoneză|японский|' +
    'japončina|japonščina|japanska|ญี่ปุ่น|japonca|японська|tiếng nhật|日语|日文',
  ko:
    'الكورية|корейски|korejština|koreansk|koreanisch|κορεατικά|korean|coreano|korea|coréen|קוריאנית|' +
    'koreai|韓国語|한국어|korėjiečių|korejiešu|koreaans|koreański|coreeană|корейский|kórejčina|korejščina|' +
    'koreanska|เกาหลี|korece|корейська|tiếng hàn|韩语|韓語|韩文|조선어',
  lt:
    'الليتوانية|литовски|litevština|litauisk|litauisch|λιθουανικά|lithuanian|lituano|leedu|liettua|' +
    'lituanien|ליטאית|litván|lituania|リトアニア語|리투아니아어|lietuvių|lietuviešu|litouws|litewski|lituaniană|' +
    'литовский|litovčina|litovščina|litauiska|ลิทัวเนีย|litvanca|литовська|tiếng litva|立陶宛语',
  lv:
    'اللاتفية|латвийски|lotyština|lettisk|lettisch|λετονικά|latvian|letón|läti|latvia|letton|לטבית|lett|' +
    'lettone|ラトビア語|라트비아어|latvių|latviešu|latvisk|lets|łotewski|letão|letonă|латышский|latvijščina|' +
    'lettiska|ลัตเวีย|letonca|латиська|tiếng latvia|拉脱维亚语',
  nb:
    'النرويجية|النرويجية بوكمال|норвежки|норвежки (букмол)|norština|norština (bokmål)|norsk|bokmål|' +
    'norwegisch|norwegisch (bokmål)|νορβηγικά|νορβηγικά μποκμάλ|norwegian|norwegian bokmål|noruego|' +
    'noruego bokmal|norra|norra bokmål|norja|norjan bokmål|norvégien|norvégien bokmål|נורווגית|' +
    'נורווגית ספרותית|norvég|norvég (bokmål)|norwegia|bokmål norwegia|norvegese|norvegese bokmål|ノルウェー語|' +
    'ノルウェー語(ブークモール)|노르웨이어|노르웨이어(보크말)|norvegų|norvegų bukmolas|norvēģu|norvēģu bukmols|norsk bokmål|noors|' +
    'noors - bokmål|norweski|norweski (bokmål)|norueguês|bokmål norueguês|norvegiană|norvegiană bokmål|' +
    'норвежский|норвежский букмол|nórčina|nórčina (bokmal)|norveščina|knjižna norveščina|norska|' +
    'norskt bokmål|นอร์เวย์|นอร์เวย์บุคมอล|norveççe|norveççe bokmål|норвезька|норвезька (букмол)|' +
    'tiếng na uy|tiếng na uy (bokmål)|挪威语|书面挪威语|norwegian bokmal|norwegian (bokmål)|norsk (bokmål)',
  nl:
    'الهولندية|нидерландски|nizozemština|nederlandsk|niederländisch|ολλανδικά|dutch|neerlandés|hollandi|' +
    'hollanti|néerlandais|הולנדית|holland|belanda|olandese|オランダ語|네덜란드어|olandų|holandiešu|nederlands|' +
    'niderlandzki|holandês|neerlandeză|нидерландский|holandčina|nizozemščina|nederländska|ดัตช์|' +
    'felemenkçe|нідерландська|tiếng hà lan|荷兰语',
  pl:
    'البولندية|полски|polština|polsk|polnisch|πολωνικά|polish|polaco|poola|puola|polonais|פולנית|lengyel|' +
    'polski|polacco|ポーランド語|폴란드어|lenkų|poļu|pools|polonês|poloneză|польский|poľština|poljščina|polska|' +
    'โปแลนด์|lehçe|польська|tiếng ba lan|波兰语',
  pt:
    'البرتغالية|португалски|portugalština|portugisisk|portugiesisch|πορτογαλικά|portuguese|portugués|' +
    'portugali|portugais|פורטוגזית|portugál|portugis|portoghese|ポルトガル語|포르투갈어|portugalų|portugāļu|' +
    'portugees|portugalski|português|portugheză|португальский|portugalčina|portugalščina|portugisiska|' +
    'โปรตุเกส|portekizce|португальська|tiếng bồ đào nha|葡萄牙语|葡萄牙文',
  ro:
    'الرومانية|румънски|rumunština|rumænsk|rumänisch|ρουμανικά|romanian|rumano|rumeenia|romania|roumain|' +
    'רומנית|román|rumania|rumeno|ルーマニア語|루마니아어|rumunų|rumāņu|rumensk|roemeens|rumuński|romeno|română|' +
    'румынский|rumunčina|romunščina|rumänska|โรมาเนีย|rumence|румунська|tiếng romania|罗马尼亚语',
  ru:
    'الروسية|руски|ruština|russisk|russisch|ρωσικά|russian|ruso|vene|venäjä|russe|רוסית|orosz|rusia|russo|' +
    'ロシア語|러시아어|rusų|krievu|rosyjski|rusă|русский|ruščina|ryska|รัสเซีย|rusça|російська|tiếng nga|俄语|俄文|俄語',
  sk:
    'السلوفاكية|словашки|slovenština|slovakisk|slowakisch|σλοβακικά|slovak|eslovaco|slovaki|slovakki|' +
    'slovaque|סלובקית|szlovák|slovacco|スロバキア語|슬로바키아어|slovakų|slovāku|slowaaks|słowacki|slovacă|словацкий|' +
    'slovenčina|slovaščina|slovakiska|สโลวัก|slovakça|словацька|tiếng slovak|斯洛伐克语',
  sl:
    'السلوفانية|словенски|slovinština|slovensk|slowenisch|σλοβενικά|slovenian|esloveno|sloveeni|slovène|' +
    'סלובנית|szlovén|slovenia|sloveno|スロベニア語|슬로베니아어|slovėnų|slovēņu|sloveens|słoweński|slovenă|словенский|' +
    'slovinčina|slovenščina|slovenska|สโลวีเนีย|slovence|словенська|tiếng slovenia|斯洛文尼亚语|slovene',
  sv:
    'السويدية|шведски|švédština|svensk|schwedisch|σουηδικά|swedish|sueco|rootsi|ruotsi|suédois|שוודית|' +
    'svéd|swedia|svedese|スウェーデン語|스웨덴어|švedų|zviedru|zweeds|szwedzki|suedeză|шведский|švédčina|švedščina|' +
    'svenska|สวีเดน|i̇sveççe|шведська|tiếng thụy điển|瑞典语',
  th:
    'التايلاندية|тайски|thajština|thai|thailändisch|ταϊλανδικά|tailandés|tai|thaï|תאית|thailandese|タイ語|' +
    '태국어|tajų|taju|tajski|tailandês|thailandeză|тайский|thajčina|tajščina|thailändska|ไทย|tayca|тайська|' +
    'tiếng thái|泰语',
  tr:
    'التركية|турски|turečtina|tyrkisk|türkisch|τουρκικά|turkish|turco|türgi|turkki|turc|טורקית|török|' +
    'turki|トルコ語|튀르키예어|turkų|turku|turks|turecki|turcă|турецкий|turščina|turkiska|ตุรกี|türkçe|турецька|' +
    'tiếng thổ nhĩ kỳ|土耳其语',
  uk:
    'الأوكرانية|украински|ukrajinština|ukrainsk|ukrainisch|ουκρανικά|ukrainian|ucraniano|ukraina|' +
    'ukrainien|אוקראינית|ukrán|ucraino|ウクライナ語|우크라이나어|ukrainiečių|ukraiņu|oekraïens|ukraiński|ucraineană|' +
    'украинский|ukrajinčina|ukrajinščina|ukrainska|ยูเครน|ukraynaca|українська|tiếng ukraina|乌克兰语',
  vi:
    'الفيتنامية|виетнамски|vietnamština|vietnamesisk|vietnamesisch|βιετναμικά|vietnamese|vietnamita|' +
    'vietnami|vietnam|vietnamien|וייטנאמית|vietnámi|ベトナム語|베트남어|vietnamiečių|vjetnamiešu|vietnamees|' +
    'wietnamski|vietnameză|вьетнамский|vietnamčina|vietnamščina|vietnamesiska|เวียดนาม|vietnamca|' +
    'вʼєтнамська|tiếng việt|越南语',
  zh:
    'الصينية|китайски|čínština|kinesisk|chinesisch|κινεζικά|chinese|chino|hiina|kiina|chinois|סינית|kínai|' +
    'tionghoa|cinese|中国語|중국어|kinų|ķīniešu|chinees|chiński|chinês|chineză|китайский|kitajščina|kinesiska|' +
    'จีน|çince|китайська|tiếng trung|中文|mandarin|汉语|漢語|中文（简体）',
};
