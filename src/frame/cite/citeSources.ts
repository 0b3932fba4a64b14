/** A publication. */
export interface Source {
  /** Kind of entry in BibTeX. @default "article" */
  readonly kind?: "techreport" | "incollection";
  /** Authors as in the text. */
  readonly short: string;
  readonly author: string;
  readonly year: number;
  readonly title: string;
  readonly journal?: string;
  readonly booktitle?: string;
  readonly publisher?: string;
  readonly institution?: string;
  readonly volume?: number;
  readonly number?: number;
  /** Pages, or the number of the article. */
  readonly pages?: string;
  /** Missing if the publication has none. */
  readonly doi?: string;
}

/** Publications by their key in BibTeX. */
export const SOURCES = {
  witting1990: {
    short: "Witting et al.",
    author: "Witting, W. and Kwa, I. H. and Eikelenboom, P. and Mirmiran, M. and Swaab, D. F.",
    year: 1990,
    title: "Alterations in the circadian rest-activity rhythm in aging and {Alzheimer's} disease",
    journal: "Biological Psychiatry",
    volume: 27,
    number: 6,
    pages: "563--572",
    doi: "10.1016/0006-3223(90)90523-5",
  },
  vansomeren1999: {
    short: "Van Someren et al.",
    author: "Van Someren, E. J. W. and Swaab, D. F. and Colenda, C. C. and Cohen, W. and " +
      "McCall, W. V. and Rosenquist, P. B.",
    year: 1999,
    title:
      "Bright light therapy: improved sensitivity to its effects on rest-activity rhythms in " +
      "{Alzheimer} patients by application of nonparametric methods",
    journal: "Chronobiology International",
    volume: 16,
    number: 4,
    pages: "505--518",
    doi: "10.3109/07420529908998724",
  },
  goncalves2014: {
    short: "Gonçalves et al.",
    author: "Gonçalves, B. S. B. and Cavalcanti, P. R. A. and Tavares, G. R. and Campos, T. F. " +
      "and Araujo, J. F.",
    year: 2014,
    title: "Nonparametric methods in actigraphy: an update",
    journal: "Sleep Science",
    volume: 7,
    number: 3,
    pages: "158--164",
    doi: "10.1016/j.slsci.2014.09.013",
  },
  phillips2017: {
    short: "Phillips et al.",
    author: "Phillips, A. J. K. and Clerx, W. M. and O'Brien, C. S. and Sano, A. and " +
      "Barger, L. K. and Picard, R. W. and Lockley, S. W. and Klerman, E. B. and Czeisler, C. A.",
    year: 2017,
    title: "Irregular sleep/wake patterns are associated with poorer academic performance and " +
      "delayed circadian and sleep/wake timing",
    journal: "Scientific Reports",
    volume: 7,
    number: 1,
    pages: "3216",
    doi: "10.1038/s41598-017-03171-4",
  },
  roenneberg2012: {
    short: "Roenneberg et al.",
    author: "Roenneberg, T. and Allebrandt, K. V. and Merrow, M. and Vetter, C.",
    year: 2012,
    title: "Social jetlag and obesity",
    journal: "Current Biology",
    volume: 22,
    number: 10,
    pages: "939--943",
    doi: "10.1016/j.cub.2012.03.038",
  },
  jankowski2017: {
    short: "Jankowski",
    author: "Jankowski, K. S.",
    year: 2017,
    title: "Social jet lag: sleep-corrected formula",
    journal: "Chronobiology International",
    volume: 34,
    number: 4,
    pages: "531--535",
    doi: "10.1080/07420528.2017.1299162",
  },
  lim2011: {
    short: "Lim et al.",
    author: "Lim, A. S. P. and Yu, L. and Costa, M. D. and Buchman, A. S. and Bennett, D. A. and " +
      "Leurgans, S. E. and Saper, C. B.",
    year: 2011,
    title: "Quantification of the fragmentation of rest-activity patterns in elderly individuals " +
      "using a state transition analysis",
    journal: "Sleep",
    volume: 34,
    number: 11,
    pages: "1569--1581",
    doi: "10.5665/sleep.1400",
  },
  taskforce1996: {
    short: "Task Force",
    author: "{Task Force of the European Society of Cardiology and the North American Society of " +
      "Pacing and Electrophysiology}",
    year: 1996,
    title: "Heart rate variability: standards of measurement, physiological interpretation, and " +
      "clinical use",
    journal: "Circulation",
    volume: 93,
    number: 5,
    pages: "1043--1065",
    doi: "10.1161/01.CIR.93.5.1043",
  },
  cornelissen2014: {
    short: "Cornelissen",
    author: "Cornelissen, G.",
    year: 2014,
    title: "Cosinor-based rhythmometry",
    journal: "Theoretical Biology and Medical Modelling",
    volume: 11,
    number: 1,
    pages: "16",
    doi: "10.1186/1742-4682-11-16",
  },
  marler2006: {
    short: "Marler et al.",
    author: "Marler, M. R. and Gehrman, P. and Martin, J. L. and Ancoli-Israel, S.",
    year: 2006,
    title: "The sigmoidally transformed cosine curve: a mathematical model for circadian rhythms " +
      "with symmetric non-sinusoidal shapes",
    journal: "Statistics in Medicine",
    volume: 25,
    number: 22,
    pages: "3893--3904",
    doi: "10.1002/sim.2466",
  },
  rowlands2018: {
    short: "Rowlands et al.",
    author: "Rowlands, A. V. and Edwardson, C. L. and Davies, M. J. and Khunti, K. and " +
      "Harrington, D. M. and Yates, T.",
    year: 2018,
    title: "Beyond cut points: accelerometer metrics that capture the physical activity profile",
    journal: "Medicine \\& Science in Sports \\& Exercise",
    volume: 50,
    number: 6,
    pages: "1323--1332",
    doi: "10.1249/MSS.0000000000001561",
  },
  cole1992: {
    short: "Cole et al.",
    author: "Cole, R. J. and Kripke, D. F. and Gruen, W. and Mullaney, D. J. and Gillin, J. C.",
    year: 1992,
    title: "Automatic sleep/wake identification from wrist activity",
    journal: "Sleep",
    volume: 15,
    number: 5,
    pages: "461--469",
    doi: "10.1093/sleep/15.5.461",
  },
  sadeh1994: {
    short: "Sadeh et al.",
    author: "Sadeh, A. and Sharkey, K. M. and Carskadon, M. A.",
    year: 1994,
    title: "Activity-based sleep-wake identification: an empirical test of methodological issues",
    journal: "Sleep",
    volume: 17,
    number: 3,
    pages: "201--207",
    doi: "10.1093/sleep/17.3.201",
  },
  vanhees2015: {
    short: "van Hees et al.",
    author: "van Hees, V. T. and Sabia, S. and Anderson, K. N. and Denton, S. J. and Oliver, J. " +
      "and Catt, M. and Abell, J. G. and Kivimaki, M. and Trenell, M. I. and Singh-Manoux, A.",
    year: 2015,
    title: "A novel, open access method to assess sleep duration using a wrist-worn accelerometer",
    journal: "PLoS ONE",
    volume: 10,
    number: 11,
    pages: "e0142533",
    doi: "10.1371/journal.pone.0142533",
  },
  menghini2021: {
    short: "Menghini et al.",
    author: "Menghini, L. and Cellini, N. and Goldstone, A. and Baker, F. C. and de Zambotti, M.",
    year: 2021,
    title: "A standardized framework for testing the performance of sleep-tracking technology: " +
      "step-by-step guidelines and open-source code",
    journal: "Sleep",
    volume: 44,
    number: 2,
    pages: "zsaa170",
    doi: "10.1093/sleep/zsaa170",
  },
  andrews1993: {
    short: "Andrews",
    author: "Andrews, D. W. K.",
    year: 1993,
    title: "Tests for parameter instability and structural change with unknown change point",
    journal: "Econometrica",
    volume: 61,
    number: 4,
    pages: "821--856",
    doi: "10.2307/2951764",
  },
  killick2012: {
    short: "Killick et al.",
    author: "Killick, R. and Fearnhead, P. and Eckley, I. A.",
    year: 2012,
    title: "Optimal detection of changepoints with a linear computational cost",
    journal: "Journal of the American Statistical Association",
    volume: 107,
    number: 500,
    pages: "1590--1598",
    doi: "10.1080/01621459.2012.737745",
  },
  wagner2002: {
    short: "Wagner et al.",
    author: "Wagner, A. K. and Soumerai, S. B. and Zhang, F. and Ross-Degnan, D.",
    year: 2002,
    title:
      "Segmented regression analysis of interrupted time series studies in medication use research",
    journal: "Journal of Clinical Pharmacy and Therapeutics",
    volume: 27,
    number: 4,
    pages: "299--309",
    doi: "10.1046/j.1365-2710.2002.00430.x",
  },
  cleveland1990: {
    short: "Cleveland et al.",
    author: "Cleveland, R. B. and Cleveland, W. S. and McRae, J. E. and Terpenning, I.",
    year: 1990,
    title: "{STL}: a seasonal-trend decomposition procedure based on loess",
    journal: "Journal of Official Statistics",
    volume: 6,
    number: 1,
    pages: "3--73",
  },
  laird1982: {
    short: "Laird and Ware",
    author: "Laird, N. M. and Ware, J. H.",
    year: 1982,
    title: "Random-effects models for longitudinal data",
    journal: "Biometrics",
    volume: 38,
    number: 4,
    pages: "963--974",
    doi: "10.2307/2529876",
  },
  iber2007: {
    kind: "techreport",
    short: "Iber et al.",
    author: "Iber, C. and Ancoli-Israel, S. and Chesson, A. L. and Quan, S. F.",
    year: 2007,
    title: "The {AASM} manual for the scoring of sleep and associated events: rules, terminology " +
      "and technical specifications",
    institution: "American Academy of Sleep Medicine, Westchester, IL",
  },
  berger1994: {
    short: "Berger and Yang",
    author: "Berger, J. O. and Yang, R. Y.",
    year: 1994,
    title: "Noninformative priors and {Bayesian} testing for the {AR(1)} model",
    journal: "Econometric Theory",
    volume: 10,
    number: 3,
    pages: "461--482",
    doi: "10.1017/S026646660000863X",
  },
  pyper1998: {
    short: "Pyper and Peterman",
    author: "Pyper, B. J. and Peterman, R. M.",
    year: 1998,
    title: "Comparison of methods to account for autocorrelation in correlation analyses of fish " +
      "data",
    journal: "Canadian Journal of Fisheries and Aquatic Sciences",
    volume: 55,
    number: 9,
    pages: "2127--2140",
    doi: "10.1139/f98-104",
  },
  webster1982: {
    short: "Webster et al.",
    author: "Webster, J. B. and Kripke, D. F. and Messin, S. and Mullaney, D. J. and Wyborney, G.",
    year: 1982,
    title: "An activity-based sleep monitor system for ambulatory use",
    journal: "Sleep",
    volume: 5,
    number: 4,
    pages: "389--399",
    doi: "10.1093/sleep/5.4.389",
  },
  oakley1997: {
    kind: "techreport",
    short: "Oakley",
    author: "Oakley, N. R.",
    year: 1997,
    title:
      "Validation with polysomnography of the {Sleepwatch} sleep/wake scoring algorithm used " +
      "by the {Actiwatch} activity monitoring system",
    institution: "Mini-Mitter, Bend, OR",
  },
  kripke2010: {
    short: "Kripke et al.",
    author: "Kripke, D. F. and Hahn, E. K. and Grizas, A. P. and Wadiak, K. H. and Loving, R. T. " +
      "and Poceta, J. S. and others",
    year: 2010,
    title: "Wrist actigraphic scoring for sleep laboratory patients: algorithm development",
    journal: "Journal of Sleep Research",
    volume: 19,
    number: 4,
    pages: "612--619",
    doi: "10.1111/j.1365-2869.2010.00835.x",
  },
  roenneberg2015: {
    kind: "incollection",
    short: "Roenneberg et al.",
    author: "Roenneberg, T. and Keller, L. K. and Fischer, D. and Matera, J. L. and Vetter, C. " +
      "and Winnebeck, E. C.",
    year: 2015,
    title: "Human activity and rest in situ",
    booktitle: "Methods in Enzymology",
    publisher: "Academic Press",
    volume: 552,
    pages: "257--283",
    doi: "10.1016/bs.mie.2014.11.028",
  },
  hu2004: {
    short: "Hu et al.",
    author: "Hu, K. and Ivanov, P. C. and Chen, Z. and Hilton, M. F. and Stanley, H. E. and " +
      "Shea, S. A.",
    year: 2004,
    title: "Non-random fluctuations and multi-scale dynamics regulation of human activity",
    journal: "Physica A: Statistical Mechanics and its Applications",
    volume: 337,
    number: 1,
    pages: "307--318",
    doi: "10.1016/j.physa.2004.01.042",
  },
  hartmeyer2023: {
    short: "Hartmeyer and Andersen",
    author: "Hartmeyer, S. L. and Andersen, M.",
    year: 2023,
    title: "Towards a framework for light-dosimetry studies: quantification metrics",
    journal: "Lighting Research \\& Technology",
    doi: "10.1177/14771535231170500",
  },
  hammad2021: {
    short: "Hammad et al.",
    author: "Hammad, G. and Reyt, M. and Beliy, N. and Baillet, M. and Deantoni, M. and " +
      "Lesoinne, A. and Muto, V. and Schmidt, C.",
    year: 2021,
    title: "{pyActigraphy}: open-source python package for actigraphy data visualization and " +
      "analysis",
    journal: "PLoS Computational Biology",
    volume: 17,
    number: 10,
    pages: "e1009514",
    doi: "10.1371/journal.pcbi.1009514",
  },
  migueles2019: {
    short: "Migueles et al.",
    author: "Migueles, J. H. and Rowlands, A. V. and Huber, F. and Sabia, S. and van Hees, V. T.",
    year: 2019,
    title: "{GGIR}: a research community-driven open source {R} package for generating physical " +
      "activity and sleep outcomes from multi-day raw accelerometer data",
    journal: "Journal for the Measurement of Physical Behaviour",
    volume: 2,
    number: 3,
    pages: "188--196",
    doi: "10.1123/jmpb.2018-0063",
  },
  zauner2025: {
    short: "Zauner et al.",
    author: "Zauner, J. and Hartmeyer, S. and Spitschan, M.",
    year: 2025,
    title: "{LightLogR}: reproducible analysis of personal light exposure data",
    journal: "Journal of Open Source Software",
    volume: 10,
    number: 107,
    pages: "7601",
    doi: "10.21105/joss.07601",
  },
} as const satisfies Readonly<Record<string, Source>>;

type SourceKey = keyof typeof SOURCES;

/** Source of each statistic, function and algorithm. */
export const DEFINED_BY: Readonly<Record<string, SourceKey>> = {
  SRI: "phillips2017",
  IS: "witting1990",
  IV: "witting1990",
  ISm: "goncalves2014",
  IVm: "goncalves2014",
  L5: "vansomeren1999",
  L5_onset: "vansomeren1999",
  M10: "vansomeren1999",
  M10_onset: "vansomeren1999",
  RA: "vansomeren1999",
  MSW: "roenneberg2012",
  MSF: "roenneberg2012",
  MSFsc: "roenneberg2012",
  SJL_rel: "roenneberg2012",
  SJL: "roenneberg2012",
  SJLsc_rel: "jankowski2017",
  SJLsc: "jankowski2017",
  kRA: "lim2011",
  kAR: "lim2011",
  SDNN: "taskforce1996",
  RMSSD: "taskforce1996",
  pNN50: "taskforce1996",
  "series.hrv": "taskforce1996",
  "series.cosinor": "cornelissen2014",
  "series.extendedCosinor": "marler2006",
  "series.intensityGradient": "rowlands2018",
  "cole-kripke": "cole1992",
  sadeh: "sadeh1994",
  "van-hees": "vanhees2015",
  webster: "webster1982",
  oakley: "oakley1997",
  scripps: "kripke2010",
  roenneberg: "roenneberg2015",
  "series.fluctuations": "hu2004",
  "series.light": "hartmeyer2023",
  "sleep.validate": "menghini2021",
  "sleep.limitsOfAgreement": "menghini2021",
  "series.changePoint": "andrews1993",
  "series.changePoints": "killick2012",
  "series.interrupted": "wagner2002",
  "series.decompose": "cleveland1990",
  "series.mixed": "laird1982",
  "sleep.statistics": "iber2007",
  "series.compare": "berger1994",
  "series.correlate": "pyper1998",
};

/** Source of each variant that follows a program. */
export const VARIANTS: Readonly<Record<string, SourceKey>> = {
  GGIR: "migueles2019",
  pyActigraphy: "hammad2021",
  sample: "zauner2025",
};

/** Words for functions and algorithms in the paragraph. */
export const WORDS: Readonly<Record<string, string>> = {
  "series.hrv": "heart rate variability",
  "series.cosinor": "a cosine",
  "series.extendedCosinor": "an extended cosine",
  "series.intensityGradient": "the intensity gradient",
  "cole-kripke": "sleep by the algorithm of Cole and Kripke",
  sadeh: "sleep by the algorithm of Sadeh",
  "van-hees": "sustained inactivity from the angle of the arm",
  webster: "the rules of Webster",
  oakley: "sleep by the algorithm of Oakley",
  scripps: "sleep by the algorithm of the Scripps Clinic",
  roenneberg: "consolidated sleep by the algorithm of Roenneberg",
  "series.fluctuations": "detrended fluctuation analysis",
  "series.light": "light exposure",
  "sleep.limitsOfAgreement": "limits of agreement",
  "sleep.validate": "the agreement with the reference",
  "series.changePoint": "the largest change of level",
  "series.changePoints": "levels by PELT",
  "series.interrupted": "an interrupted time series",
  "series.decompose": "trend and seasonal part by STL",
  "series.mixed": "a linear mixed model",
  "sleep.statistics": "sleep statistics",
  "series.compare": "differences of periods with autoregressive errors",
  "series.correlate": "correlations with effective sample sizes",
};
